import { and, count, desc, eq, getTableColumns, gt, gte, isNotNull, sql } from 'drizzle-orm';

import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { rowsOf } from '../../../stores/sqlite/row-list.ts';
import { events } from '../../../stores/sqlite/tables.ts';
import { approvals, instructions, openInstructions } from '../../heart/actions/tables.sqlite.ts';
import { canonicalKey, pageUrl } from '../../heart/conversations/feature.ts';
import { conversations } from '../../heart/conversations/tables.sqlite.ts';
import { accounts, deliveryJobs, openJobs } from '../../heart/deliveries/tables.sqlite.ts';

import type * as asked from '../../heart/conversations/asks.ts';
import type * as askedByDeliveries from '../../heart/deliveries/asks.ts';
import { conversationLists } from './conversation-lists.sqlite.ts';
import { messageQueries } from './messages.sqlite.ts';
import type * as queries from './queries.ts';

/** Deliveries whose time to their chat is looked up. */
const MOST_TIMED = 200;

const conversation = getTableColumns(conversations);

const limit = sql.placeholder('limit');

const since = sql.placeholder('since');

const movingJobs = preparedQuery((db) =>
  db
    .select({ job: getTableColumns(deliveryJobs), conversation, pageUrl })
    .from(deliveryJobs)
    .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
    // Word for word as in the partial index.
    .where(sql`${deliveryJobs.status} not in ('finalized', 'failed')`)
    .orderBy(desc(deliveryJobs.updatedAt))
    .limit(limit)
    .prepare(),
);

const movingActions = preparedQuery((db) =>
  db
    .select({ instruction: getTableColumns(instructions), conversation, pageUrl })
    .from(instructions)
    .innerJoin(conversations, eq(conversations.conversationKey, instructions.conversationKey))
    .where(
      and(
        sql`${instructions.status} not in ('succeeded', 'failed')`,
        eq(instructions.status, 'running'),
      ),
    )
    .orderBy(desc(instructions.startedAt))
    .limit(limit)
    .prepare(),
);

const pausedPlaces = preparedQuery((db) =>
  db
    .select({ conversation, pageUrl })
    .from(conversations)
    .where(and(eq(conversations.mode, 'paused'), isNotNull(conversations.pauseReason)))
    .orderBy(desc(conversations.updatedAt))
    .limit(limit)
    .prepare(),
);

const openApprovalCount = preparedQuery((db) =>
  db.select({ n: count() }).from(approvals).where(eq(approvals.decision, 'open')).prepare(),
);

const parkedAccounts = preparedQuery((db) =>
  db
    .select({
      accountKey: accounts.accountKey,
      until: sql<number>`${accounts.parkedUntil}`,
      reason: accounts.parkReason,
    })
    .from(accounts)
    .where(gt(accounts.parkedUntil, sql.placeholder('now')))
    .orderBy(desc(accounts.parkedUntil))
    .limit(limit)
    .prepare(),
);

const begunJobs = preparedQuery((db) =>
  db
    .select({
      status: deliveryJobs.status,
      n: count(),
      uncertain: sql<number>`sum(${deliveryJobs.lastErrorCode} is 'delivery_uncertain')`,
    })
    .from(deliveryJobs)
    .where(gte(deliveryJobs.createdAt, since))
    .groupBy(deliveryJobs.status)
    .prepare(),
);

const begunActions = preparedQuery((db) =>
  db.select({ n: count() }).from(instructions).where(gte(instructions.createdAt, since)).prepare(),
);

const ackedAt = sql<number | null>`(select min(${events.at}) from ${events}
  where ${events.subjectId} = ${deliveryJobs.jobId} and ${events.type} = 'delivery_job.acked')`;

const ackTimes = preparedQuery((db) =>
  db
    .select({ ms: sql<number | null>`${ackedAt} - ${deliveryJobs.createdAt}` })
    .from(deliveryJobs)
    .where(gte(deliveryJobs.createdAt, since))
    .orderBy(desc(deliveryJobs.createdAt))
    .limit(MOST_TIMED)
    .prepare(),
);

export const overviewQueries: QueryImplementations<
  typeof queries &
    Pick<typeof asked, 'listedConversations' | 'message' | 'messages' | 'wholeConversation'> &
    Pick<typeof askedByDeliveries, 'newestReply' | 'replyTo'>
> = {
  ...conversationLists,
  ...messageQueries,
  isBusy(db, { ref }) {
    const key = canonicalKey(db, ref);
    return rowsOf(db, openJobs, key).length + rowsOf(db, openInstructions, key).length > 0;
  },
  movingJobs: (db, { limit: most }) => movingJobs(db).all({ limit: most }),
  movingActions: (db, { limit: most }) => movingActions(db).all({ limit: most }),
  pausedPlaces: (db, { limit: most }) => pausedPlaces(db).all({ limit: most }),
  openApprovalCount: (db) => openApprovalCount(db).get()?.n ?? 0,
  parkedAccounts: (db, { limit: most, now }) => parkedAccounts(db).all({ limit: most, now }),
  begunSince(db, asked) {
    const jobs = begunJobs(db).all(asked);
    return {
      deliveries: Object.fromEntries(jobs.map(({ status, n }) => [status, n])),
      uncertain: jobs.reduce((sum, { uncertain }) => sum + uncertain, 0),
      actions: begunActions(db).get(asked)?.n ?? 0,
      toAckedMs: ackTimes(db)
        .all(asked)
        .flatMap(({ ms }) => ms ?? [])
        .toSorted((a, b) => a - b),
    };
  },
};
