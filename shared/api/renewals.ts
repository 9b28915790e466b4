import * as z from 'zod';

import { one, operation } from './define.ts';
import { epochMs } from './fields.ts';

const minuteOfDay = z.int().min(0).max(1_439);

/** A person's wish; fields left out have their default. */
export const renewalWish = z.strictObject({
  goal: z.string().min(1).max(20_000),
  message: z.string().min(1).max(20_000).nullable().default(null),
  spacing_ms: z
    .int()
    .min(1_000)
    .max(7 * 86_400_000)
    .default(30_000),
  max_turns: z.int().min(1).max(1_000).default(10),
  stop_phrase: z.string().min(1).max(200).nullable().default(null),
  quiet_hours: z
    .strictObject({
      from_minute: minuteOfDay,
      to_minute: minuteOfDay,
      time_zone: z.string().min(1).max(64),
    })
    .nullable()
    .default(null),
});

export const renewal = z.object({
  ...renewalWish.shape,
  turns_used: z.int(),
  status: z.enum(['active', 'stopped']),
  stop_reason: z.string().nullable(),
  due_at: epochMs.nullable(),
});

export const renewalsOperations = {
  setRenewal: operation({
    ...one,
    method: 'PUT',
    path: '/v1/conversations/:id/renewal',
    tag: 'conversations',
    scope: 'full',
    summary: 'Continues a conversation automatically towards a goal while its mode is auto.',
    body: renewalWish,
    example: { goal: 'Every test passes.', max_turns: 5, stop_phrase: 'ALL DONE' },
    response: renewal,
  }),
  stopRenewal: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/conversations/:id/renewal',
    tag: 'conversations',
    scope: 'answer',
    summary: 'Stops a renewal; what it used stays visible.',
    response: renewal,
  }),
};
