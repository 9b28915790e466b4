import { sqliteParts, type ReadsOf } from '../../stores/sqlite/parts.ts';
import * as serviceReads from './reads.sqlite.ts';

interface ServiceReads extends ReadsOf<typeof serviceReads> {}

/** What the feature has in SQLite. */
export const serviceSqlite = sqliteParts({
  reads: { ...serviceReads },
});

declare module '../../engine/reads.ts' {
  interface Reads extends ServiceReads {}
}
