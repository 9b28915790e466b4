import { and, eq, getTableColumns, gt, isNotNull, not, or, sql } from 'drizzle-orm';

import { inJson } from '../../../stores/sqlite/in-json.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { rowOf } from '../../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { canonicalKey, type Conversation } from '../conversations/feature.ts';
import { conversationByKey, conversations } from '../conversations/tables.sqlite.ts';

import type { Account } from './rows.ts';
import { accountByKey, accounts, deliveryJobs, jobById } from './tables.sqlite.ts';
import type * as queries from './queries.ts';

/** The conversation that a delivery goes to. */
export function conversationOfJob(db: Db, jobId: string): Conversation | null {
  const job = rowOf(db, jobById, jobId);
  return job && rowOf(db, conversationByKey, job.conversationKey);
}

function accountOf(db: Db, conversation: Conversation | null): Account | null {
  return conversation && rowOf(db, accountByKey, conversation.accountKey);
}

const heldByLimit = preparedQuery((db) =>
  db
    .select(getTableColumns(deliveryJobs))
    .from(deliveryJobs)
    .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
    .where(
      and(
        eq(conversations.accountKey, sql.placeholder('accountKey')),
        eq(deliveryJobs.status, 'retry_wait'),
        eq(deliveryJobs.lastErrorCode, 'rate_limited'),
        gt(deliveryJobs.dueAt, sql.placeholder('now')),
      ),
    )
    .prepare(),
);

const accountsHeldPast = preparedQuery((db) =>
  db
    .select({ accountKey: accounts.accountKey })
    .from(accounts)
    .where(
      and(
        or(
          gt(accounts.parkedUntil, sql.placeholder('at')),
          gt(accounts.nextSendAt, sql.placeholder('at')),
        ),
        not(inJson(accounts.accountKey, sql.placeholder('except'))),
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const jobsHeldPast = preparedQuery((db) =>
  db
    .select({ jobId: deliveryJobs.jobId })
    .from(deliveryJobs)
    .where(
      and(
        isNotNull(deliveryJobs.dueAt),
        gt(deliveryJobs.dueAt, sql.placeholder('at')),
        eq(deliveryJobs.status, 'retry_wait'),
        not(inJson(deliveryJobs.jobId, sql.placeholder('except'))),
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const nextSendAt = preparedQuery((db) =>
  db
    .select({
      at: sql<
        number | null
      >`min(max(${accounts.nextSendAt}, coalesce(${accounts.parkedUntil}, 0)))`,
    })
    .from(accounts)
    .where(
      or(
        gt(accounts.nextSendAt, sql.placeholder('now')),
        gt(accounts.parkedUntil, sql.placeholder('now')),
      ),
    )
    .prepare(),
);

/** Queries about accounts: when one may send again, and what waits for that. */
export const pacingQueries: Pick<
  QueryImplementations<typeof queries>,
  'accountOfJob' | 'account' | 'heldByLimit' | 'heldPast' | 'nextSendAt' | 'parkedUntil'
> = {
  accountOfJob: (db, { jobId }) => accountOf(db, conversationOfJob(db, jobId)),
  account: (db, { accountKey }) => rowOf(db, accountByKey, accountKey),
  heldByLimit: (db, asked) => heldByLimit(db).all(asked),
  heldPast(db, { at, except, limit }) {
    const asked = { at, except: JSON.stringify(except), limit };
    return {
      accounts: accountsHeldPast(db)
        .all(asked)
        .map(({ accountKey }) => accountKey),
      jobs: jobsHeldPast(db)
        .all(asked)
        .map(({ jobId }) => jobId),
    };
  },
  nextSendAt: (db, { now }) => nextSendAt(db).get({ now })?.at ?? null,
  parkedUntil(db, { ref, now }) {
    const account = accountOf(db, rowOf(db, conversationByKey, canonicalKey(db, ref)));
    const until = account?.parkedUntil ?? null;
    return until !== null && until > now ? until : null;
  },
};
