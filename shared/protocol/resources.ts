import * as z from 'zod/mini';

import { nestsWithin } from '../lib/nests-within.ts';
import {
  BROWSER_NAME,
  GRANT_LEVELS,
  RESOURCE_ADAPTERS,
  WORK_WINDOWS,
} from '../model/resource-words.ts';
import {
  businessFields,
  count,
  epochMs,
  errorCode,
  frameFields,
  identifier,
  longText,
  shortText,
} from './fields.ts';
import { toldTime } from './told-numbers.ts';

/** Base64 of one file that travels with a call or a result. */
export const MAX_ATTACHMENT_LENGTH = 6_000_000;

export const MAX_URL_LENGTH = 8_192;
/** Origins of the text in one result. */
export const MAX_ORIGINS = 50;

const pageUrl = z.string().check(z.maxLength(MAX_URL_LENGTH));
const origin = z.string().check(z.minLength(1), z.maxLength(512));
/** More than any verb takes or tells. */
const MAX_DEPTH = 100;
/** A frame is JSON already, and so is all that stands in it. */
const object = z.record(z.string(), z.unknown()).check(
  // guard: result-depth
  z.refine((value) => nestsWithin(value, MAX_DEPTH), {
    error: `is nested at most ${MAX_DEPTH} deep`,
  }),
);
/** `browser.click` */
const toolName = z.string().check(z.regex(/^[a-z]+\.[A-Za-z]+$/, 'is a verb, as browser.click'));

const attachments = z
  .array(
    z.object({
      name: shortText,
      mime: shortText,
      data_base64: z.string().check(z.maxLength(MAX_ATTACHMENT_LENGTH)),
    }),
  )
  .check(z.maxLength(8));

/** Conductor to executor: do this on that resource. The same `call_id` again is the same call. */
export const toolCall = z.object({
  ...businessFields,
  type: z.literal('tool.call'),
  call_id: identifier,
  chat_session_id: identifier,
  /** `{type}_{chat_session_id}_{index}`. Of `*.ensure` and `*.open` the resource is not there yet. */
  resource_id: identifier,
  tool: toolName,
  args: object,
  /** Which dispatch of the call this is, from 1. */
  attempt: z.int().check(z.positive()),
  /** The outcome of an earlier dispatch is unknown: answer from the journal, and run only what it does not know. */
  reconcile: z.boolean(),
  /** From its arrival on: the clocks of both sides may differ. */
  deadline_ms: count,
  /** The grant that it needs of the page's origin. */
  level: z.enum(GRANT_LEVELS),
  /** Facts that were judged, or shown to a person: if the page or the element is another, nothing is done. */
  expect: z.nullable(
    z.object({
      origin: z.nullable(origin),
      /** The document, as an executor told it in `tool.result`. */
      doc: z.optional(identifier),
      target: z.optional(z.object({ role: shortText, name: shortText })),
      /** true: judged as a call that sends a form with a secret in it. */
      sends_secret: z.optional(z.boolean()),
      /** true: judged as a call that sends no form, with no amount of money beside it: nobody was asked. */
      plain: z.optional(z.boolean()),
      /** Folder, with those below it, in which the command was judged to run in a shell. */
      prompt_in: z.optional(z.string().check(z.maxLength(4_096))),
    }),
  ),
  attachments,
  /** Where a tab that it opens in a person's browser stands: in a window of Baton's own, or behind the person's others. */
  work_window: z.optional(z.enum(WORK_WINDOWS)),
});

/** Conductor to executor: end the call, if it can be ended. Its result says how far it came. */
export const toolCancel = z.object({
  ...businessFields,
  type: z.literal('tool.cancel'),
  call_id: identifier,
  resource_id: identifier,
});

/** Executor to conductor: how a call ended. */
export const toolResult = z.object({
  ...businessFields,
  type: z.literal('tool.result'),
  call_id: identifier,
  resource_id: identifier,
  attempt: z.int().check(z.positive()),
  ok: z.boolean(),
  /** `text` in it is for reading as it is; all else is data. A failure may say what was done before it. */
  result: z.nullable(object),
  attachments,
  error_code: z.nullable(errorCode),
  error_message: z.nullable(shortText),
  /** true: the call had begun; false: nothing happened. */
  begun: z.boolean(),
  /** The page as it stood at the end; null for what has none. */
  page: z.nullable(z.object({ url: pageUrl, title: shortText, doc: z.nullable(identifier) })),
  /** Origins whose text stands in the result, those of frames too. */
  origins: z.array(origin).check(z.maxLength(MAX_ORIGINS)),
});

/** How a resource stands, as its executor sees it. */
export const heldResource = z.object({
  resource_id: identifier,
  status: z.enum(['ready', 'busy', 'held', 'closed']),
  /** For people: who closed or holds it, and why. */
  reason: z.nullable(shortText),
  /** true, for a closed one: it is not opened again, although it is pinned. */
  for_good: z.optional(z.boolean()),
  url: z.nullable(pageUrl),
  title: z.nullable(shortText),
  icon: z.nullable(pageUrl),
  /** The executor's own number of it, from 1, for people who look for a cause. */
  driver_id: z.nullable(count),
});

/** Executor to conductor: what it holds and what it can do. */
export const resourceReport = z.object({
  ...businessFields,
  type: z.literal('resource.report'),
  /** True: the list is all there is, and replaces what was known. False: these changed. */
  complete: z.boolean(),
  resources: z.array(heldResource).check(z.maxLength(200)),
  capabilities: z.object({
    adapters: z.array(z.enum(RESOURCE_ADAPTERS)).check(z.maxLength(8)),
    /** Pages of which it can take pictures. */
    pictures: z.enum(['none', 'lent', 'all']),
    /** true: it can act by the browser's own input. */
    trusted_input: z.boolean(),
    /** Browsers that the person of a worker named, to be opened or attached to by `in`. */
    browsers: z.optional(
      z
        .array(
          z.object({
            name: z.string().check(z.regex(BROWSER_NAME)),
            adapter: z.enum(['cdp', 'bidi']),
            /** Sites that chats may work in there without being asked about. */
            origins: z.array(origin).check(z.maxLength(200)),
          }),
        )
        .check(z.maxLength(32)),
    ),
  }),
});

/**
 * Executor to conductor: a page that the person lends to a chat, or that a held page opened, has no name yet. The
 * same `offer_id` again is the same offer.
 */
export const resourceOffer = z.object({
  ...businessFields,
  type: z.literal('resource.offer'),
  offer_id: identifier,
  chat_session_id: identifier,
  origin_kind: z.enum(['opened', 'lent']),
  /** The page that opened it. */
  opener_resource_id: z.nullable(identifier),
  url: z.nullable(pageUrl),
  title: z.nullable(shortText),
});

/** Conductor to executor: the name of what was offered; null: it is not taken, and stays the person's. */
export const resourceAdopt = z.object({
  ...businessFields,
  type: z.literal('resource.adopt'),
  offer_id: identifier,
  resource_id: z.nullable(identifier),
  reason: z.nullable(shortText),
});

/** Conductor to executor: let it go. What was opened closes; what was lent is given back. */
export const resourceClose = z.object({
  ...businessFields,
  type: z.literal('resource.close'),
  resource_id: identifier,
});

/** Conductor to executor: how the resource is to be marked for eyes. */
export const resourceMark = z.object({
  ...businessFields,
  type: z.literal('resource.mark'),
  resource_id: identifier,
  chat_session_id: identifier,
  /** Title of the chat. */
  title: z.nullable(shortText),
  colour: z.enum(['grey', 'blue', 'red', 'yellow', 'green', 'pink', 'purple', 'cyan', 'orange']),
  /** Nothing is begun on it until this is false again. */
  hold: z.boolean(),
});

/** Executor to conductor: what a person allowed for a site, or took back, in the popup. Nothing else can. */
export const grantChange = z.object({
  ...businessFields,
  type: z.literal('grant.change'),
  /** True: these are all there are. False: these changed. */
  complete: z.boolean(),
  grants: z
    .array(
      z.object({
        grant_id: identifier,
        origin,
        /** Null: for every chat. */
        chat_session_id: z.nullable(identifier),
        level: z.enum(GRANT_LEVELS),
        /** Null: until it is taken back. */
        until: z.nullable(epochMs),
        granted_at: epochMs,
        revoked_at: z.nullable(epochMs),
      }),
    )
    .check(z.maxLength(1_000)),
});

/** Executor to conductor: what happens while it happens. Not numbered, and lost while the link is away. */
export const resourceEvent = z.object({
  ...frameFields,
  type: z.literal('resource.event'),
  resource_id: identifier,
  event: z.enum(['log', 'progress', 'error', 'screenshot', 'screen']),
  data: z.object({
    message: z.optional(shortText),
    done: z.optional(count),
    total: z.optional(z.nullable(count)),
    code: z.optional(errorCode),
    mime: z.optional(shortText),
    data_base64: z.optional(longText),
    /** End of the terminal's text, for `screen`. */
    text: z.optional(longText),
    /** Milliseconds without output. */
    quiet_ms: z.optional(count),
    /** Null: its program was ended by a signal. Left out: it runs. */
    exit_code: z.optional(z.nullable(z.int())),
    /** Milliseconds since somebody other than Baton typed. Left out: nobody has. */
    typed_ms: z.optional(count),
    /** true: the text that they typed stands on a line that they have not ended. */
    half_line: z.optional(z.boolean()),
  }),
  observed_at: toldTime,
});
