import * as z from 'zod/mini';

import {
  aliases,
  businessFields,
  byHand,
  identifier,
  shortText,
  watchedFields,
  watchedPlatform,
} from './fields.ts';

export const runtimeStatus = z.enum([
  'ready',
  'stale',
  'missing_template',
  'missing_credential',
  'missing_route',
]);

/** Abilities of one browser for one conversation. `ready` and `stale` can be served. */
export const runtimeEntry = z.object({
  ...watchedFields,
  aliases,
  by_hand: byHand,
  runtime_status: runtimeStatus,
  title: z.nullable(shortText),
  credential_fingerprint: z.nullable(identifier),
  freshness: z.nullable(z.enum(['fresh', 'stale', 'lost'])),
  /** Keyed fingerprint of the account, where the page tells whose it is. Sends of one account share its limits. */
  account_fingerprint: z.nullable(identifier),
});

/** Extension to conductor: which conversations this browser can serve. */
export const runtimeReport = z.object({
  ...businessFields,
  type: z.literal('runtime.report'),
  /** True: the list is all there is, and replaces what was known. False: it adds and amends. */
  complete: z.boolean(),
  runtimes: z.array(runtimeEntry).check(z.maxLength(1_000)),
  /** Sites on which this browser can start a new conversation. Each report replaces the list. */
  startable_platforms: z.array(watchedPlatform).check(z.maxLength(100)),
});
