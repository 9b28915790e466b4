import { and, eq, getTableColumns, sql } from 'drizzle-orm';

import { pagedQuery } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { conversationKeyNamed, pageWithin } from '../conversations/feature.ts';
import { conversations } from '../conversations/tables.sqlite.ts';

import { accounts, deliveryJobs } from './tables.sqlite.ts';
import type * as queries from './queries.ts';
import type * as asked from '../conversations/asks.ts';

const SHOWN = {
  job: getTableColumns(deliveryJobs),
  localConversationId: conversations.localConversationId,
  artifactId: sql<
    string | null
  >`(select a.artifact_id from artifacts a where a.artifact_id = delivery_jobs.job_id)`,
};

const ofItsConversation = eq(conversations.conversationKey, deliveryJobs.conversationKey);

const shownJobs = pagedQuery({
  key: [deliveryJobs.createdAt, deliveryJobs.jobId],
  filters: {
    conversationKey: eq(deliveryJobs.conversationKey, sql.placeholder('conversationKey')),
    status: eq(deliveryJobs.status, sql.placeholder('status')),
    idStart: sql`${deliveryJobs.jobId} >= ${sql.placeholder('idStart')}
      and ${deliveryJobs.jobId} < ${sql.placeholder('idStart')} || char(0x10FFFF)`,
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(SHOWN)
      .from(deliveryJobs)
      .crossJoin(conversations)
      .where(and(ofItsConversation, where))
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ job: { createdAt, jobId } }) => [createdAt, jobId],
});

const shownJob = preparedQuery((db) =>
  db
    .select(SHOWN)
    .from(deliveryJobs)
    .innerJoin(conversations, ofItsConversation)
    .where(eq(deliveryJobs.jobId, sql.placeholder('jobId')))
    .prepare(),
);

const accountOf = preparedQuery((db) =>
  db
    .select(getTableColumns(accounts))
    .from(conversations)
    .innerJoin(accounts, eq(accounts.accountKey, conversations.accountKey))
    .where(eq(conversations.conversationKey, sql.placeholder('key')))
    .prepare(),
);

/** Queries for the lists of deliveries that people see. */
export const deliveryLists: Pick<
  QueryImplementations<typeof queries & typeof asked>,
  'shownJob' | 'shownJobs' | 'accountOfConversation'
> = {
  shownJob: (db, { jobId }) => shownJob(db).get({ jobId }) ?? null,
  shownJobs: (db, { conversation, status, idStart, page }) =>
    pageWithin(db, conversation, (conversationKey) =>
      shownJobs(db, { conversationKey, status, idStart }, page),
    ),
  accountOfConversation(db, { id }) {
    const key = conversationKeyNamed(db, id);
    return key === null ? null : (accountOf(db).get({ key }) ?? null);
  },
};
