import * as z from 'zod';

import { ERROR_CODE_NAMES } from '../model/error-code-names.ts';

/** Milliseconds since 1970-01-01 UTC. */
export const epochMs = z.int().min(0).meta({ description: 'Milliseconds since 1970-01-01 UTC.' });

export const durationMs = z.int().min(0).meta({ description: 'Milliseconds.' });

export const identifier = z.string().min(1).max(256);

export const errorCode = z.enum(ERROR_CODE_NAMES);

export const risk = z.enum(['low', 'medium', 'high']);

export const mode = z.enum(['auto', 'manual', 'paused']);

export const jobStatus = z.enum([
  'pending',
  'dispatched',
  'acked',
  'finalized',
  'retry_wait',
  'failed',
]);

export const instructionStatus = z.enum([
  'pending',
  'awaiting_approval',
  'ready',
  'running',
  'succeeded',
  'failed',
  'outcome_unknown',
]);

export const noParams = z.object({});

export const noQuery = z.object({});

export const noBody = z.undefined();

export const byId = z.object({ id: identifier });

/** Our own id of a conversation. */
export const inConversation = z.object({ conversation: identifier.optional() });

/** Newest first, unless an operation says otherwise; `cursor` is the `next_cursor` of the page before. */
export const paging = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(1_000).optional(),
});

/** Fields of lists that can be read around one entry: at most one of the two, and no cursor beside them. */
export const aroundNumber = z.object({
  around: z.coerce.number().int().min(0).optional().meta({
    description: 'The page around that one: half of it newer.',
  }),
  newer_than: z.coerce.number().int().min(0).optional().meta({
    description: 'Those that came next after that one, the newest first.',
  }),
});

export const aroundId = z.object({
  around: identifier
    .optional()
    .meta({ description: 'The page around that one: half of it newer.' }),
  newer_than: identifier.optional().meta({
    description: 'Those that came next after that one, the newest first.',
  }),
});

/** The response of a list. */
export type Page<T extends z.ZodType> = z.ZodObject<{
  items: z.ZodArray<T>;
  next_cursor: z.ZodNullable<z.ZodString>;
}>;

/** The response of a list of such items. */
export function pageOf<T extends z.ZodType>(item: T): Page<T> {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'Null: this is the last page.' }),
  });
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** JSON that was just parsed or will be serialized: nothing is left to check. Keeps the document free of recursion. */
export const jsonObject = z.record(z.string(), z.custom<Json>());

export const fault = z.object({ code: errorCode, text: z.string() });
