import * as z from 'zod/mini';

import { COMPLETENESS } from '../model/completeness.ts';
import {
  aliases,
  businessFields,
  byHand,
  identifier,
  longText,
  shortText,
  count,
  frameFields,
  watchedFields,
} from './fields.ts';
import { LONGEST_TOLD_MS, toldTabId, toldTime } from './told-numbers.ts';

/** Extension to conductor: an assistant's final reply was observed. */
export const browserFinalMessage = z.object({
  ...businessFields,
  type: z.literal('browser.final_message'),
  ...watchedFields,
  aliases,
  by_hand: byHand,
  assistant_message_id: identifier,
  raw_text: longText,
  /** Absent: an older extension, which tells of replies that came to their end. */
  complete: z.optional(z.enum(COMPLETENESS)),
  observed_at: toldTime,
  /**
   * - `browser.final_message`: seen live as it ended, or found as the reply to a turn Baton itself sent;
   * - `snapshot`: found in the page or its history at load;
   * - `replay`: the site streamed an old reply again.
   * Only the first may act.
   */
  source: z.enum(['browser.final_message', 'snapshot', 'replay']),
  /**
   * The delivery whose message this is the reply to, known by the exchange that carried the message or by its turn.
   * Null: it answers none. Absent: an older extension, which cannot tell.
   */
  answers_job_id: z.optional(z.nullable(identifier)),
  /** The user turn that it answers, as its site calls it. Null: the page does not tell. Absent: an older extension. */
  in_reply_to: z.optional(z.nullable(identifier)),
  /** The reply after which that turn was sent, where the page named it in its request. */
  follows: z.optional(z.nullable(identifier)),
  tab_id: z.optional(toldTabId),
  page_url: z.optional(z.nullable(z.string().check(z.maxLength(8_192)))),
  page_title: z.optional(z.nullable(shortText)),
});

/**
 * Extension to conductor: the person sent a message by hand, and the site took it. Not for messages Baton sent:
 * delivery.result tells of those.
 */
export const browserUserTurn = z.object({
  ...businessFields,
  type: z.literal('browser.user_turn'),
  ...watchedFields,
  aliases,
  by_hand: byHand,
  /** The site's id of the turn, or one the extension made of it where the site names none. */
  user_message_id: identifier,
  raw_text: longText,
  observed_at: toldTime,
});

/**
 * Extension to conductor: a reply grows in a page, without its words, at most twice a second. Not numbered, and lost while
 * the link is away; older extensions tell none.
 */
export const replyProgress = z.object({
  ...frameFields,
  type: z.literal('reply.progress'),
  ...watchedFields,
  /** Length of the reply so far. */
  characters: count,
  /** How long ago its first words came. */
  for_ms: count.check(z.maximum(LONGEST_TOLD_MS)),
  /** Nothing more comes the way it came. */
  ended: z.boolean(),
});
