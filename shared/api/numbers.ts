import * as z from 'zod';

import { operation, plain } from './define.ts';
import { durationMs, epochMs } from './fields.ts';

export const numberName = z.enum([
  'deliveries',
  'deliveries_open',
  'failed',
  'to_acked_p50',
  'to_acked_p95',
  'to_final_p50',
  'approvals_open',
  'tool_runs',
  'commit_p95',
  'memory',
  'database',
  'browsers',
]);

export const series = z.object({
  name: numberName,
  kind: z.enum(['count', 'time', 'level']).meta({
    description: 'How many there were in a step; how long they took; how much there is.',
  }),
  unit: z.enum(['count', 'ms', 'bytes']),
  value: z.number().nullable().meta({
    description: 'Over the whole span: the sum, the percentile within 5 %, or the newest level.',
  }),
  points: z.array(z.number().nullable()).meta({
    description: 'One a step, the oldest first. Null: nothing was measured then.',
  }),
  by: z.record(z.string(), z.int()).meta({ description: 'A count by what it is made of.' }),
});

/** How far back, as people say it, in ms. */
export const NUMBER_SPANS = { '15m': 15 * 60_000, '1h': 3_600_000, '6h': 6 * 3_600_000 } as const;

export const numbersOperations = {
  listSeries: operation({
    ...plain,
    method: 'GET',
    path: '/v1/metrics/series',
    tag: 'service',
    scope: 'watch',
    summary: 'How much happened, and how fast, in the last hours; since the conductor began.',
    command: 'numbers',
    query: z.object({
      names: z
        .string()
        .max(500)
        .transform((text) => text.split(','))
        .pipe(z.array(numberName))
        .optional()
        .meta({ description: 'Comma-separated; without: all.' }),
      span: z.enum(['15m', '1h', '6h'], 'is 15m, 1h or 6h').default('1h').meta({
        description: '15m, 1h or 6h.',
      }),
    }),
    response: z.object({
      at: epochMs,
      since: epochMs.meta({ description: 'Nothing from before is known: the conductor began.' }),
      from: epochMs.meta({ description: 'When the first step begins.' }),
      step_ms: durationMs,
      items: z.array(series),
    }),
  }),
};
