import * as z from 'zod/mini';

import {
  businessFields,
  conversationFields,
  errorCode,
  identifier,
  shortText,
  aliases,
} from './fields.ts';

export const conversationMode = z.enum(['auto', 'manual', 'paused']);
export const jobStatus = z.enum([
  'pending',
  'dispatched',
  'acked',
  'finalized',
  'retry_wait',
  'failed',
]);

/** Conductor to extension: how a conversation stands, for the popup. The conductor's rows are the truth. */
export const conversationState = z.object({
  ...businessFields,
  type: z.literal('conversation.state'),
  ...conversationFields,
  aliases,
  local_conversation_id: identifier,
  mode: conversationMode,
  draining: z.boolean(),
  pause_reason: z.nullable(shortText),
  title: z.nullable(shortText),
  /** Unfinished jobs, newest first, and the latest failed one unless a later job got through. */
  jobs: z
    .array(
      z.object({
        job_id: identifier,
        status: jobStatus,
        attempt_count: z.int().check(z.nonnegative()),
        error_code: z.nullable(errorCode),
        error_message: z.nullable(shortText),
      }),
    )
    .check(z.maxLength(20)),
});

/** Extension to conductor: the person switched the conversation's mode in the popup. */
export const conversationSetMode = z.object({
  ...businessFields,
  type: z.literal('conversation.set_mode'),
  ...conversationFields,
  mode: conversationMode,
});
