import { count, eq, gt, sql } from 'drizzle-orm';

import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { approvals, instructions } from '../../heart/actions/tables.sqlite.ts';
import { isPausedByAll } from '../../heart/conversations/feature.ts';
import { conversations } from '../../heart/conversations/tables.sqlite.ts';
import { accounts, deliveryJobs } from '../../heart/deliveries/tables.sqlite.ts';

import { trailQueries } from './trail.sqlite.ts';
import type * as queries from './queries.ts';

const byMode = preparedQuery((db) =>
  db
    .select({ name: conversations.mode, n: count() })
    .from(conversations)
    .groupBy(conversations.mode)
    .prepare(),
);

const jobsByStatus = preparedQuery((db) =>
  db
    .select({ name: deliveryJobs.status, n: count() })
    .from(deliveryJobs)
    .groupBy(deliveryJobs.status)
    .prepare(),
);

const openInstructions = preparedQuery((db) =>
  db
    .select({ name: instructions.status, n: count() })
    .from(instructions)
    .where(sql`${instructions.status} not in ('succeeded', 'failed')`)
    .groupBy(instructions.status)
    .prepare(),
);

const openApprovals = preparedQuery((db) =>
  db.select({ n: count() }).from(approvals).where(eq(approvals.decision, 'open')).prepare(),
);

const allPaused = preparedQuery((db) =>
  db.select({ n: count() }).from(conversations).where(isPausedByAll).prepare(),
);

const parked = preparedQuery((db) =>
  db
    .select({
      account_key: accounts.accountKey,
      until: sql<number>`${accounts.parkedUntil}`,
      reason: accounts.parkReason,
    })
    .from(accounts)
    .where(gt(accounts.parkedUntil, sql.placeholder('now')))
    .prepare(),
);

const byName = (rows: readonly { readonly name: string; readonly n: number }[]) =>
  Object.fromEntries(rows.map(({ name, n }) => [name, n]));

export const serviceQueries: QueryImplementations<typeof queries> = {
  ...trailQueries,
  counts: (db, { now }) => ({
    conversations: byName(byMode(db).all()),
    jobs: byName(jobsByStatus(db).all()),
    instructions: byName(openInstructions(db).all()),
    openApprovals: openApprovals(db).get()?.n ?? 0,
    allPaused: allPaused(db).get()?.n ?? 0,
    parked: parked(db).all({ now }),
  }),
};
