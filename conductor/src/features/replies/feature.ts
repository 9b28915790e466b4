import { feature } from '../../engine/feature.ts';
import { repliesSqlite } from './sqlite.ts';
import { startReplies } from './start.ts';

export { repeatsItself, type Round, roundsToCompare } from './loop-breaker.ts';
export type { RepliesPort } from './start.ts';

/** Replies of assistants: which delivery each ends, and whether it acts. */
export const repliesFeature = feature({
  name: 'replies',
  sqlite: repliesSqlite,
  start: startReplies,
});
