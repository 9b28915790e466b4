import * as z from 'zod/mini';

import { errorCode, frameFields, identifier, shortText, watchedPlatform } from './fields.ts';
import { toldTabId } from './told-numbers.ts';

/** Does the adapter still fit? `unknown` where the page has given no occasion to tell. */
const check = z.enum(['ok', 'failed', 'unknown']);

/**
 * Extension to conductor: which chat sites this browser knows, whether it may run in their pages, and how the pages that
 * are open stand. Told after each welcome and on change, always whole. For people alone: what can be served is told by
 * runtime.report. Not numbered; older extensions tell none.
 */
export const siteReport = z.object({
  ...frameFields,
  type: z.literal('site.report'),
  sites: z
    .array(
      z.object({
        platform: watchedPlatform,
        /** The browser lets the extension into its pages. */
        allowed: z.boolean(),
        /** A person has not switched it off. */
        on: z.boolean(),
        /** `recorded`: tested against recorded traffic. `documented`: written from sources, not seen. */
        evidence: z.enum(['recorded', 'documented']),
        can: z.object({
          /** Sends again without the page's own controls. */
          replay: z.boolean(),
          /** Reads what was said before. */
          history: z.boolean(),
          /** Begins a conversation. */
          begin: z.boolean(),
        }),
      }),
    )
    .check(z.maxLength(200)),
  pages: z
    .array(
      z.object({
        tab_id: toldTabId,
        platform: watchedPlatform,
        /** Null: a chat that has not begun. */
        remote_conversation_id: z.nullable(identifier),
        ready: z.boolean(),
        /** true: the composer holds a person's text. */
        draft: z.boolean(),
        /** Why it cannot be used now, and what was sought. */
        problem: z.nullable(z.object({ code: errorCode, text: shortText })),
        checks: z.object({
          composer: check,
          stream: check,
          turns: check,
          ids: check,
        }),
      }),
    )
    .check(z.maxLength(200)),
});
