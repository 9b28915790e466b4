import * as z from 'zod/mini';

import { FACE_PATH, MAX_FACE_PATH_LENGTH } from '../model/face-path.ts';
import { approval, jobFailure } from './conversation.ts';
import {
  businessFields,
  conversationFields,
  count,
  epochMs,
  frameFields,
  identifier,
  longText,
  platform,
  shortText,
} from './fields.ts';

/** Mode in which new conversations of a site begin. */
export const defaultMode = z.enum(['auto', 'manual']);

/**
 * Extension to conductor: tell how everything stands, now and on every change until this connection ends. Not durable:
 * it is asked for again after the next welcome. Asked for again before that, it is told at once.
 */
export const overviewWatch = z.object({ ...frameFields, type: z.literal('overview_watch') });

/** Where a conversation is, for people: what it is called, and the address a page of it was last seen at. */
const place = {
  ...conversationFields,
  local_conversation_id: identifier,
  title: z.nullable(shortText),
  page_url: z.nullable(z.string().check(z.maxLength(8_192))),
};

/** Conductor to extension: what waits for the person in all conversations and browsers, and what was set up for them. */
export const overview = z.object({
  ...frameFields,
  type: z.literal('overview'),
  /** The oldest first. */
  approvals: z.array(z.object({ ...place, ...approval })).check(z.maxLength(50)),
  /** Deliveries that failed and that nobody has put aside, the newest first. */
  failures: z
    .array(z.object({ ...place, ...jobFailure, failed_at: epochMs }))
    .check(z.maxLength(50)),
  /** Sites that a person chose one for; in all others a conversation begins in `manual`. */
  default_modes: z.array(z.object({ platform, mode: defaultMode })).check(z.maxLength(500)),
  tool_servers: z
    .array(
      z.object({
        name: shortText,
        state: shortText,
        /** Null: not known before it is asked for the first time. */
        tools: z.nullable(count),
        error: z.nullable(shortText),
      }),
    )
    .check(z.maxLength(200)),
  rules: z
    .array(
      z.object({
        rule_id: identifier,
        /** `target::tool`, in which `*` stands for any characters. */
        tool: shortText,
        /** Names of the params that it looks at. */
        params: z.array(shortText).check(z.maxLength(100)),
        decision: z.enum(['run', 'ask', 'deny']),
        reason: z.nullable(shortText),
        /** Null: it holds everywhere. */
        conversation: z.nullable(z.object({ ...conversationFields, title: z.nullable(shortText) })),
      }),
    )
    .check(z.maxLength(200)),
});

/** Extension to conductor: the person wants the text of a delivery that failed. */
export const messageAsk = z.object({
  ...frameFields,
  type: z.literal('message_ask'),
  job_id: identifier,
});

/** Extension to conductor: the person wants the words that tell an assistant how to act in this conversation. */
export const briefingAsk = z.object({
  ...frameFields,
  type: z.literal('briefing_ask'),
  /** Null: one that has not begun. */
  conversation: z.nullable(z.object(conversationFields)),
});

/** Extension to conductor: the person wants to see the web UI. The answer is a link that signs this browser in, once. */
export const faceAsk = z.object({
  ...frameFields,
  type: z.literal('face_ask'),
  /** Which of its screens; null: the first. */
  path: z.nullable(z.string().check(z.maxLength(MAX_FACE_PATH_LENGTH), z.regex(FACE_PATH))),
});

/** Conductor to extension: the text that was asked for; null where there is none. */
export const text = z.object({
  ...frameFields,
  type: z.literal('text'),
  /** `id` of the frame that asked. */
  ref_id: identifier,
  text: z.nullable(longText),
});

/**
 * Extension to conductor: the person puts a delivery aside. One that failed is told no more; where the message is in the
 * conversation, its reply is not awaited any more. In other states nothing changes.
 */
export const deliveryDismiss = z.object({
  ...businessFields,
  type: z.literal('delivery.dismiss'),
  job_id: identifier,
});

/** Extension to conductor: the person chose in the settings page what new conversations of a site begin in. */
export const siteSetDefaultMode = z.object({
  ...businessFields,
  type: z.literal('site.set_default_mode'),
  platform,
  mode: defaultMode,
});
