import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import type { Recorder } from './recorder.ts';

export type Series = ResponseOf<'listSeries'>['items'][number];

export type NumberName = Series['name'];

/** How each number is read from what is recorded. */
type Reading = { readonly unit: Series['unit'] } & (
  | { readonly kind: 'count' }
  | { readonly kind: 'level' }
  | { readonly kind: 'time'; readonly of: string; readonly quantile: number }
);

const ms = { kind: 'time', unit: 'ms' } as const;

export const READINGS: Readonly<Record<NumberName, Reading>> = {
  deliveries: { kind: 'count', unit: 'count' },
  deliveries_open: { kind: 'level', unit: 'count' },
  failed: { kind: 'count', unit: 'count' },
  to_acked_p50: { ...ms, of: 'to_acked', quantile: 0.5 },
  to_acked_p95: { ...ms, of: 'to_acked', quantile: 0.95 },
  to_final_p50: { ...ms, of: 'to_final', quantile: 0.5 },
  approvals_open: { kind: 'level', unit: 'count' },
  tool_runs: { kind: 'count', unit: 'count' },
  commit_p95: { ...ms, of: 'commit', quantile: 0.95 },
  memory: { kind: 'level', unit: 'bytes' },
  database: { kind: 'level', unit: 'bytes' },
  browsers: { kind: 'level', unit: 'count' },
};

/** Records a measurement of a feature if people are shown it. Names are those of the meter. */
export function record(
  recorder: Recorder,
  at: number,
  {
    name,
    value,
    labels,
  }: {
    readonly name: string;
    readonly value: number;
    readonly labels: Readonly<Record<string, string>>;
  },
): void {
  switch (name) {
    case 'commit_seconds':
      return recorder.addTime('commit', value * 1_000, at);
    case 'tool_run_seconds':
      return recorder.addCount('tool_runs', labels['outcome'] ?? '', at);
    case 'deliveries_ended_total': {
      const { outcome = '' } = labels;
      return outcome === 'finalized' ? undefined : recorder.addCount('failed', outcome, at);
    }
    case 'delivery_seconds':
      if (labels['until'] === 'acked') recorder.addCount('deliveries', '', at);
      return recorder.addTime(`to_${labels['until'] ?? ''}`, value * 1_000, at);
  }
}
