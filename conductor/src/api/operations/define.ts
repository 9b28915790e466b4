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

/**
 * - `settled`: until no action is open and no delivery under way in the conversation: what the message set going is over;
 * - `final`: until the reply to it is final;
 * - `acked`: until it is seen in the conversation.
 */
const until = z.enum(['acked', 'final', 'settled']);
const timeoutMs = z.coerce.number().int().min(1).max(3_600_000).default(600_000);

export const waiting = z.object({
  wait: z.enum(['none', ...until.options]).default('none'),
  timeout_ms: timeoutMs,
});
export const waitingFor = z.object({ until: until.default('settled'), timeout_ms: timeoutMs });

/** What came of a message. */
export const sent = z.object({
  job,
  /** Once it is final, the reply to the message; once all is settled, the last reply in the conversation. */
  reply: message.nullable(),
  timed_out: z.boolean(),
  /** What is open in the conversation: actions that run, actions that wait for a person, deliveries under way. */
  open: z.object({
    actions: z.number().int(),
    approvals: z.number().int(),
    deliveries: z.number().int(),
  }),
});
