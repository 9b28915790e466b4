import * as z from 'zod/mini';

import {
  businessFields,
  conversationFields,
  diagnostic,
  errorCode,
  identifier,
  longText,
  shortText,
} from './fields.ts';
import { toldTime, toldWaitMs } from './told-numbers.ts';

export const deliveryKind = z.enum(['proxy_delivery', 'renewal']);

/** Conductor to extension: send this text into that conversation. */
export const deliveryEnqueue = z.object({
  ...businessFields,
  type: z.literal('delivery.enqueue'),
  job_id: identifier,
  ...conversationFields,
  local_conversation_id: identifier,
  /** The anchor: the assistant message this one follows. Null where the conversation has none yet. */
  assistant_message_id: z.nullable(identifier),
  message_text: longText,
  delivery_kind: deliveryKind,
  /** Who wrote it: a person's own message goes out in `manual` too. */
  origin: z.enum(['reply', 'person', 'conversation', 'renewal']),
  /** Which dispatch of the job this is, from 1. The pair (job_id, attempt) is acted on once. */
  attempt: z.int().check(z.positive()),
  /** The outcome of an earlier dispatch is unknown: look into the conversation before sending. */
  reconcile: z.boolean(),
  /**
   * The conversation does not exist on the site yet: open a new one and send the text as its first message. Its
   * remote_conversation_id is provisional, as `new:<id>`; once the site names the conversation, reports carry the
   * site's id with this one among the aliases.
   */
  start_new: z.boolean(),
});

/** Conductor to extension: do not send this any more. An attempt past sending is not undone. */
export const deliveryCancel = z.object({
  ...businessFields,
  type: z.literal('delivery.cancel'),
  job_id: identifier,
  /** Where it was sent already and its reply is being written, have the page stop that reply. */
  stop_reply: z.optional(z.boolean()),
});

/** Extension to conductor: the person wants a failed delivery tried again; an uncertain one is looked for first. */
export const deliveryRetry = z.object({
  ...businessFields,
  type: z.literal('delivery.retry'),
  job_id: identifier,
});

/**
 * Extension to conductor: how far a job has come.
 * - `waiting`: not sent yet, and `error_code` says for what it waits (a draft, a lost page); changes no state.
 * - `acked`: our user turn was seen in the conversation.
 * - `failed`: this try is over. Unless the code says otherwise nothing was sent. After `acked` only `no_reply` may
 *   follow: the message is in the conversation, and the exchange that carried it ended without a reply.
 */
export const deliveryResult = z.object({
  ...businessFields,
  type: z.literal('delivery.result'),
  job_id: identifier,
  ...conversationFields,
  attempt: z.int().check(z.positive()),
  status: z.enum(['waiting', 'acked', 'failed']),
  error_code: z.nullable(errorCode),
  error_message: z.nullable(shortText),
  /** The site's own waiting time, where it named one. The conductor keeps to it within reason. */
  retry_after_ms: toldWaitMs,
  /** The site's id of our turn, once known. */
  user_message_id: z.nullable(identifier),
  /** When the browser saw it come so far: on the same clock as the replies it tells of. */
  observed_at: toldTime,
  diagnostic,
});
