import { feature } from '../../engine/feature.ts';
import { repliesSqlite } from './sqlite.ts';
import { startReplies } from './start.ts';

export type { RepliesPort } from './start.ts';

/** What assistants said. */
export const repliesFeature = feature({
  name: 'replies',
  sqlite: repliesSqlite,
  start: startReplies,
});
