import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  getTableColumns,
  inArray,
  isNotNull,
  lte,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';

import {
  conversationKey,
  type ConversationKey,
  type ConversationRef,
} from '../../../shared/model/conversation-key.ts';
import type { Answers, Queries, Query, QueryAnswers } from '../domain/step.ts';
import type { Db } from './open-database.ts';
import {
  clients,
  conversationAliases,
  conversations,
  deliveryJobs,
  instructions,
  messageAnchors,
} from './schema.ts';

const IN_FLIGHT = ['dispatched', 'acked'] as const;
const SENDING = ['auto', 'draining'] as const;

/** Answers all that a step asked, from rows as they stand in the transaction. */
export function answerQueries<Q extends Queries>(db: Db, queries: Q): Answers<Q> {
  const answers: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(queries)) {
    answers[name] = (answer[query.ask] as (db: Db, query: Query) => unknown)(db, query);
  }
  return answers as Answers<Q>;
}

type Answerers = {
  readonly [A in Query['ask']]: (db: Db, query: Extract<Query, { ask: A }>) => QueryAnswers[A];
};

const answer: Answerers = {
  conversation: (db, { ref }) => conversationsOf(db, [ref])[0] ?? null,
  conversations: (db, { refs }) => conversationsOf(db, refs),
  conversationByLocalId: (db, { localConversationId }) =>
    db
      .select()
      .from(conversations)
      .where(eq(conversations.localConversationId, localConversationId))
      .get() ?? null,

  anchor: (db, { refs, assistantMessageId }) =>
    db
      .select()
      .from(messageAnchors)
      .where(
        and(
          inArray(messageAnchors.conversationKey, canonicalKeys(db, refs)),
          eq(messageAnchors.assistantMessageId, assistantMessageId),
        ),
      )
      .get() ?? null,
  anchorById: (db, { anchorId }) =>
    db.select().from(messageAnchors).where(eq(messageAnchors.anchorId, anchorId)).get() ?? null,

  job: (db, { jobId }) =>
    db.select().from(deliveryJobs).where(eq(deliveryJobs.jobId, jobId)).get() ?? null,
  jobsInFlight: (db, { refs }) =>
    db
      .select()
      .from(deliveryJobs)
      .where(
        and(
          inArray(deliveryJobs.conversationKey, canonicalKeys(db, refs)),
          inArray(deliveryJobs.status, [...IN_FLIGHT]),
        ),
      )
      .all(),
  replySinceDispatch: (db, { jobId }) =>
    db
      .select(getTableColumns(messageAnchors))
      .from(messageAnchors)
      .innerJoin(deliveryJobs, eq(deliveryJobs.conversationKey, messageAnchors.conversationKey))
      .where(
        and(
          eq(deliveryJobs.jobId, jobId),
          eq(deliveryJobs.status, 'dispatched'),
          eq(messageAnchors.source, 'browser.final_message'),
          // A dispatched job is touched by its dispatch, and by a browser that says it has not sent yet.
          gte(messageAnchors.observedAt, deliveryJobs.updatedAt),
        ),
      )
      .limit(1)
      .get() ?? null,
  jobCounts: (db, { ref }) =>
    Object.fromEntries(
      db
        .select({ status: deliveryJobs.status, jobs: count() })
        .from(deliveryJobs)
        .where(inArray(deliveryJobs.conversationKey, canonicalKeys(db, [ref])))
        .groupBy(deliveryJobs.status)
        .all()
        .map((row) => [row.status, row.jobs]),
    ),
  jobsToShow: (db, { ref }) => {
    const keys = canonicalKeys(db, [ref]);
    const newest = (
      statuses: readonly (typeof deliveryJobs.$inferSelect)['status'][],
      limit: number,
    ) =>
      db
        .select()
        .from(deliveryJobs)
        .where(
          and(
            inArray(deliveryJobs.conversationKey, keys),
            inArray(deliveryJobs.status, [...statuses]),
          ),
        )
        .orderBy(desc(deliveryJobs.createdAt))
        .limit(limit)
        .all();
    const [failed] = newest(['failed'], 1);
    const [through] = newest(['finalized'], 1);
    const isPast = failed && through && through.createdAt > failed.createdAt;
    return [
      ...newest(['pending', 'dispatched', 'acked', 'retry_wait'], 10),
      ...(failed && !isPast ? [failed] : []),
    ];
  },
  dispatchable: (db, { conversationKeys, limit }) => {
    const inFlight = db
      .select({ one: sql`1` })
      .from(sql`${deliveryJobs} as flying`)
      .where(
        sql`flying.conversation_key = ${conversations.conversationKey} and flying.status in ('dispatched', 'acked')`,
      );
    const oldest = sql`(select first.job_id from ${deliveryJobs} as first
      where first.conversation_key = ${conversations.conversationKey} and first.status = 'pending'
      order by first.created_at, first.job_id limit 1)`;
    return db
      .select({ job: getTableColumns(deliveryJobs), conversation: getTableColumns(conversations) })
      .from(conversations)
      .innerJoin(deliveryJobs, eq(deliveryJobs.jobId, oldest))
      .where(
        and(
          inArray(conversations.conversationKey, [...conversationKeys] as ConversationKey[]),
          inArray(conversations.mode, [...SENDING]),
          sql`not exists ${inFlight}`,
        ),
      )
      .limit(limit)
      .all();
  },
  leasedElsewhere: (db, { clientIds, conversationKeys, limit }) =>
    db
      .select({ job: getTableColumns(deliveryJobs), conversation: getTableColumns(conversations) })
      .from(deliveryJobs)
      .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
      .where(
        and(
          eq(deliveryJobs.status, 'dispatched'),
          clientIds.length === 0 ? undefined : notInArray(deliveryJobs.clientId, [...clientIds]),
          inArray(conversations.conversationKey, [...conversationKeys] as ConversationKey[]),
          inArray(conversations.mode, [...SENDING]),
        ),
      )
      .limit(limit)
      .all(),
  overdue: (db, { now, limit }) =>
    db
      .select()
      .from(deliveryJobs)
      .where(and(isNotNull(deliveryJobs.dueAt), lte(deliveryJobs.dueAt, now)))
      .orderBy(asc(deliveryJobs.dueAt))
      .limit(limit)
      .all(),
  heldJobIds: (db, { clientId }) =>
    db
      .select({ jobId: deliveryJobs.jobId })
      .from(deliveryJobs)
      .where(and(eq(deliveryJobs.clientId, clientId), eq(deliveryJobs.status, 'dispatched')))
      .all()
      .map((row) => row.jobId),

  aliases: (db, { refs }) => aliasesAmong(db, refs),

  instructions: (db, { anchorId }) =>
    db
      .select()
      .from(instructions)
      .where(eq(instructions.anchorId, anchorId))
      .orderBy(asc(instructions.position))
      .all(),
  runningInstructions: (db) =>
    db.select().from(instructions).where(eq(instructions.status, 'running')).all(),
  unfinishedAnchorIds: (db) =>
    db
      .selectDistinct({ anchorId: instructions.anchorId })
      .from(instructions)
      .where(or(eq(instructions.status, 'pending'), eq(instructions.status, 'running')))
      .all()
      .map((row) => row.anchorId),

  client: (db, { clientId }) =>
    db.select().from(clients).where(eq(clients.clientId, clientId)).get() ?? null,
};

function aliasesAmong(
  db: Db,
  refs: readonly ConversationRef[],
): (typeof conversationAliases.$inferSelect)[] {
  const named = refs.map((ref) => conversationKey(ref));
  return db
    .select()
    .from(conversationAliases)
    .where(inArray(conversationAliases.aliasKey, named))
    .all();
}

function canonicalKeys(db: Db, refs: readonly ConversationRef[]): ConversationKey[] {
  const named = refs.map((ref) => conversationKey(ref));
  const canonical = new Map(
    aliasesAmong(db, refs).map((alias) => [alias.aliasKey, alias.conversationKey]),
  );
  return [...new Set(named.map((key) => canonical.get(key) ?? key))];
}

/** In the order in which the refs name them. */
function conversationsOf(
  db: Db,
  refs: readonly ConversationRef[],
): (typeof conversations.$inferSelect)[] {
  const keys = canonicalKeys(db, refs);
  const found = db
    .select()
    .from(conversations)
    .where(inArray(conversations.conversationKey, keys))
    .all();
  return found.toSorted(
    (a, b) => keys.indexOf(a.conversationKey) - keys.indexOf(b.conversationKey),
  );
}
