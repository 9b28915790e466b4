import * as z from 'zod/mini';

import { AGENT_PLATFORM } from '../model/agent-platform.ts';
import { PROGRAM_PLATFORMS } from '../model/program-platforms.ts';
import { ERROR_CODE_NAMES } from '../model/error-code-names.ts';
import { LAST_EPOCH_MS, toldTabId } from './told-numbers.ts';
import { MAX_SEQ, PROTOCOL_VERSION } from './version.ts';

/** A text a message or reply may hold, in UTF-16 units: over it, a sender must refuse, never cut. */
const MAX_TEXT_LENGTH = 1_000_000;

export const identifier = z.string().check(z.minLength(1), z.maxLength(256));
export const shortText = z.string().check(z.maxLength(2_000));
export const longText = z.string().check(z.maxLength(MAX_TEXT_LENGTH));
export const epochMs = z.int().check(z.nonnegative(), z.maximum(LAST_EPOCH_MS));
export const count = z.int().check(z.nonnegative());
export const errorCode = z.enum(ERROR_CODE_NAMES);

export const platform = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9-]*(:[a-z0-9.\-[\]:]+)?$/, 'is an adapter name, or generic:<host>'),
    z.maxLength(280),
  );

/** A platform whose pages a browser watches: conversations with agents are the conductor's own, and no browser tells of them. */
export const watchedPlatform = platform.check(
  z.regex(
    // guard: agents-own-words
    new RegExp(`^(?!(?:${[AGENT_PLATFORM, ...PROGRAM_PLATFORMS].join('|')})$)`),
    'is a site: no browser serves agents or programs',
  ),
);

/** The fields by which both sides name a conversation. `aliases` are earlier ids of the same one. */
export const conversationFields = {
  platform,
  remote_conversation_id: identifier,
};
/** The same of a conversation that a browser says it sees or serves. */
export const watchedFields = { ...conversationFields, platform: watchedPlatform };
export const aliases = z._default(z.array(identifier).check(z.maxLength(16)), []);

/**
 * A person was seen writing the message that began the conversation, in a page of it. Only such a one begins in the mode
 * that they chose for its site: a link may have brought any other. Absent: not seen.
 */
export const byHand = z.optional(z.boolean());

/** Every frame: contract revision and the sender's own id for it, quoted by answers. */
export const frameFields = { v: z.literal(PROTOCOL_VERSION), id: identifier };

/**
 * Business frames also count: `seq` rises by one per frame and direction, from 1, for the life of a pairing.
 * They wait in the sender's durable outbox until acked.
 */
export const businessFields = {
  ...frameFields,
  seq: z.int().check(z.positive(), z.maximum(MAX_SEQ)), // guard: possible-seq
};

/** A `seq` that one side says it has, 0 for none. What was never sent is not believed. */
export const claimedSeq = z.int().check(z.nonnegative());

/** Where something was seen. For people who look for a cause; never for a decision. */
export const diagnostic = z.nullable(
  z.object({
    tab_id: toldTabId,
    page_url: z.nullable(z.string().check(z.maxLength(8_192))),
  }),
);
