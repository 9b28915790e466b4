import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';

import { useAnswer } from '../../store/world.ts';
import { barsPath, HEIGHT, highestIn } from '../numbers/chart-path.ts';

/** Bars, of all the steps that are known. */
const BARS = 24;

/** Deliveries of the last hours, for the eye alone: the sentence beside it and the Numbers screen say it in words. */
export function Spark({ deliveries }: { readonly deliveries: number }): VNode | null {
  const { state, again } = useAnswer('listSeries', {
    query: { names: 'deliveries', span: '6h' },
  });
  useEffect(() => {
    if (state.peek().data !== undefined) again();
  }, [deliveries]);
  const bars = barsOf(state.value.data?.items[0]?.points ?? []);
  const highest = highestIn(bars);
  if (highest === null || highest === 0) return null;
  return (
    <a href="/numbers?span=6h" tabIndex={-1} aria-hidden="true">
      <svg class="spark" viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none">
        <path d={barsPath(bars, highest)} />
      </svg>
    </a>
  );
}

/** Steps gathered into so many bars, none of them known by half. */
export function barsOf(points: readonly (number | null)[]): readonly (number | null)[] {
  const size = Math.max(1, Math.ceil(points.length / BARS));
  return Array.from({ length: Math.ceil(points.length / size) }, (_none, bar) => {
    const known = points.slice(bar * size, (bar + 1) * size).filter((one) => one !== null);
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
  });
}
