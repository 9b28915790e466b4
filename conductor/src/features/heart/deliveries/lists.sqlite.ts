import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';

import { pagedQuery } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { conversationKeyNamed, isBusy, pageWithin, REPLY } from '../conversations/feature.ts';
import { conversations, messageAnchors } from '../conversations/tables.sqlite.ts';

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

const progress = preparedQuery((db) =>
  db
    .select({
      status: deliveryJobs.status,
      isSettled: sql`${deliveryJobs.status} = 'finalized' and not (${isBusy})`.mapWith(Boolean),
    })
    .from(deliveryJobs)
    .innerJoin(conversations, ofItsConversation)
    .where(eq(deliveryJobs.jobId, sql.placeholder('jobId')))
    .prepare(),
);

const openWork = preparedQuery((db) => {
  const key = deliveryJobs.conversationKey;
  return db
    .select({
      actions: sql<number>`(select count(*) from instructions i where i.conversation_key = ${key}
        and i.status not in ('succeeded', 'failed') and i.status not in ('awaiting_approval', 'outcome_unknown'))`,
      approvals: sql<number>`(select count(*) from instructions i where i.conversation_key = ${key}
        and i.status not in ('succeeded', 'failed') and i.status in ('awaiting_approval', 'outcome_unknown'))`,
      deliveries: sql<number>`(select count(*) from delivery_jobs j where j.conversation_key = ${key}
        and j.status not in ('finalized', 'failed'))`,
    })
    .from(deliveryJobs)
    .innerJoin(conversations, ofItsConversation)
    .where(eq(deliveryJobs.jobId, sql.placeholder('jobId')))
    .prepare();
});

const accountOf = preparedQuery((db) =>
  db
    .select(getTableColumns(accounts))
    .from(conversations)
    .innerJoin(accounts, eq(accounts.accountKey, conversations.accountKey))
    .where(eq(conversations.conversationKey, sql.placeholder('key')))
    .prepare(),
);

/** The reply that this joins to a delivery. */
const replyOf = (isIt: SQL) =>
  preparedQuery((db) =>
    db
      .select(REPLY)
      .from(deliveryJobs)
      .innerJoin(conversations, ofItsConversation)
      .innerJoin(messageAnchors, isIt)
      .where(eq(deliveryJobs.jobId, sql.placeholder('jobId')))
      .prepare(),
  );

const replyTo = replyOf(eq(messageAnchors.anchorId, deliveryJobs.finalAnchorId));

const newestReply = replyOf(
  sql`${and(
    eq(messageAnchors.conversationKey, conversations.conversationKey),
    eq(messageAnchors.assistantMessageId, conversations.latestAssistantMessageId),
  )}`,
);

/** Queries for the lists of deliveries that people see. */
export const deliveryLists: Pick<
  QueryImplementations<typeof queries & typeof asked>,
  | 'shownJob'
  | 'shownJobs'
  | 'jobProgress'
  | 'openWork'
  | 'accountOfConversation'
  | 'replyTo'
  | 'newestReply'
> = {
  replyTo: (db, asked) => replyTo(db).get(asked) ?? null,
  newestReply: (db, asked) => newestReply(db).get(asked) ?? null,
  shownJob: (db, { jobId }) => shownJob(db).get({ jobId }) ?? null,
  shownJobs: (db, { conversation, status, idStart, page }) =>
    pageWithin(db, conversation, (conversationKey) =>
      shownJobs(db, { conversationKey, status, idStart }, page),
    ),
  jobProgress: (db, { jobId }) => progress(db).get({ jobId }) ?? null,
  openWork: (db, { jobId }) =>
    openWork(db).get({ jobId }) ?? { actions: 0, approvals: 0, deliveries: 0 },
  accountOfConversation(db, { id }) {
    const key = conversationKeyNamed(db, id);
    return key === null ? null : (accountOf(db).get({ key }) ?? null);
  },
};
