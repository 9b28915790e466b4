import type { VNode } from 'preact';

import { barsPath, HEIGHT, linePath } from './chart-path.ts';
import type { Series } from './series.ts';

interface ChartProps {
  readonly series: Series;
  readonly beside: Series | undefined;
  /** The highest value of both series. */
  readonly highest: number;
  readonly bad: boolean;
  /** The step that is pointed at; null: none is. */
  readonly step: number | null;
  readonly onStep: (step: number | null) => void;
}

/** How a number went, for the eye alone: the table says the same in words. */
export function Chart({ series, beside, highest, bad, step, onStep }: ChartProps): VNode {
  const { points, kind } = series;

  function point({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * points.length);
    onStep(Math.min(Math.max(at, 0), points.length - 1));
  }

  return (
    <svg
      class="chart"
      data-bad={bad}
      viewBox={`0 0 ${points.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={point}
      onPointerLeave={() => onStep(null)}
    >
      {step !== null && <rect x={step} y="0" width="1" height={HEIGHT} class="pointed" />}
      <path class="ground" d={`M0 ${HEIGHT}H${points.length}`} />
      {beside && <path class="beside" d={linePath(beside.points, highest)} />}
      {kind === 'count' ? (
        <path class="bars" d={barsPath(points, highest)} />
      ) : (
        <path class="line" d={linePath(points, highest)} />
      )}
    </svg>
  );
}
