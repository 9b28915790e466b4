import { and, eq, not, sql } from 'drizzle-orm';

import { inJson } from '../../../stores/sqlite/in-json.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import type * as askedByConversations from '../conversations/asks.ts';
import { conversations } from '../conversations/tables.sqlite.ts';
import type * as askedByDeliveries from '../deliveries/asks.ts';
import { deliveryJobs } from '../deliveries/tables.sqlite.ts';

/** A delivery or an action of the conversation has not ended. SQLite would go through all that it ever had. */
export const isBusy = sql`exists (select 1 from delivery_jobs as busy indexed by delivery_jobs_open
    where busy.conversation_key = ${conversations.conversationKey} and busy.status not in ('finalized', 'failed'))
  or exists (select 1 from instructions as busy indexed by instructions_open
    where busy.conversation_key = ${conversations.conversationKey} and busy.status not in ('succeeded', 'failed'))`;

const isDrained = and(eq(conversations.mode, 'draining'), sql`not (${isBusy})`);

const drained = preparedQuery((db) =>
  db
    .select({ key: conversations.conversationKey })
    .from(conversations)
    .where(and(isDrained, not(inJson(conversations.conversationKey, sql.placeholder('except')))))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const drainedConversation = preparedQuery((db) =>
  db
    .select()
    .from(conversations)
    .where(and(eq(conversations.conversationKey, sql.placeholder('key')), isDrained))
    .prepare(),
);

const ofItsConversation = eq(conversations.conversationKey, deliveryJobs.conversationKey);

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

/** Queries about what has not ended in a conversation. */
export const openWorkQueries: Pick<
  QueryImplementations<typeof askedByConversations & typeof askedByDeliveries>,
  'drained' | 'drainedConversation' | 'jobProgress' | 'openWork'
> = {
  drained: (db, { except, limit }) =>
    drained(db)
      .all({ except: JSON.stringify(except), limit })
      .map(({ key }) => key),
  drainedConversation: (db, { conversationKey: key }) =>
    drainedConversation(db).get({ key }) ?? null,
  jobProgress: (db, { jobId }) => progress(db).get({ jobId }) ?? null,
  openWork: (db, { jobId }) =>
    openWork(db).get({ jobId }) ?? { actions: 0, approvals: 0, deliveries: 0 },
};
