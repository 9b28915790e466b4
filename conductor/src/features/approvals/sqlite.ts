import { sqliteParts, type ReadsOf } from '../../stores/sqlite/parts.ts';
import { approvalsQueries } from './queries.sqlite.ts';
import type { ApprovalsQueries } from './queries.ts';
import * as approvalReads from './reads.sqlite.ts';

interface ApprovalReads extends ReadsOf<typeof approvalReads> {}

/** What the feature has in SQLite. */
export const approvalsSqlite = sqliteParts<unknown, ApprovalsQueries, unknown>({
  queries: approvalsQueries,
  reads: { ...approvalReads },
});

declare module '../../engine/reads.ts' {
  interface Reads extends ApprovalReads {}
}
