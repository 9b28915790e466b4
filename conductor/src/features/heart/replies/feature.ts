import { renewalsOperations } from '../../../../../shared/api/renewals.ts';
import { feature } from '../../../engine/feature.ts';
import { together } from '../../../engine/together.ts';
import { renewalsSqlite } from './renewals/sqlite.ts';
import { startRenewals } from './renewals/start.ts';
import { repliesSqlite } from './sqlite.ts';
import { startReplies } from './start.ts';

export { repeatsItself, type Round, roundsToCompare } from './loop-breaker.ts';
export type { RepliesPort } from './start.ts';

export { isTimeZone } from './renewals/minute-of-day.ts';

/** Replies of assistants: which delivery each ends, whether it acts, and whether the conversation then goes on by itself. */
export const repliesFeature = feature({
  name: 'replies',
  operations: renewalsOperations,
  sqlite: [repliesSqlite, renewalsSqlite],
  start(kit) {
    const replies = startReplies(kit);
    return together(replies.provides, replies, startRenewals(kit));
  },
});
