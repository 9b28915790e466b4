import { sqliteParts, type ReadsOf } from '../../stores/sqlite/parts.ts';
import { renewalsQueries } from './queries.sqlite.ts';
import type { RenewalsQueries } from './queries.ts';
import * as renewalReads from './reads.sqlite.ts';

interface RenewalReads extends ReadsOf<typeof renewalReads> {}

/** What the feature has in SQLite. */
export const renewalsSqlite = sqliteParts<unknown, RenewalsQueries, unknown>({
  queries: renewalsQueries,
  reads: { ...renewalReads },
});

declare module '../../engine/reads.ts' {
  interface Reads extends RenewalReads {}
}
