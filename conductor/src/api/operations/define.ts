import * as z from 'zod';

import type { Operation } from '../operation.ts';
import { message } from '../resources/conversations.ts';
import { byId, noBody, noParams, noQuery } from '../resources/fields.ts';
import { job } from '../resources/work.ts';

/** Keeps the types of what a definition names. */
export function operation<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answers extends z.ZodType,
>(definition: Operation<Params, Query, Body, Answers>): Operation<Params, Query, Body, Answers> {
  return definition;
}

export const plain = {
  params: noParams,
  query: noQuery,
  body: noBody,
  status: 200,
  errors: [],
} as const;
export const one = { ...plain, params: byId, errors: ['not_found'] } as const;

/** `final`: until the reply to it is final; `acked`: until it is seen in the conversation. */
export const waiting = z.object({
  wait: z.enum(['none', 'acked', 'final']).default('none'),
  timeout_ms: z.coerce.number().int().min(1).max(3_600_000).default(600_000),
});

/** What came of a message: `reply` is there when it was waited for and came in time. */
export const sent = z.object({ job, reply: message.nullable(), timed_out: z.boolean() });
