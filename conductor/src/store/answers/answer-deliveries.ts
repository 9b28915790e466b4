import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  lte,
  not,
  or,
  sql,
} from 'drizzle-orm';

import type { DeliveryQuestions } from '../../domain/questions/delivery-questions.ts';
import { accounts, conversations, deliveryJobs, messageAnchors, userTurns } from '../schema.ts';
import type { Answerers } from './answerers.ts';
import { canonicalKeys } from './canonical-keys.ts';
import { inJson } from './in-json.ts';

const IN_FLIGHT = ['dispatched', 'acked'] as const;

export const answerDeliveries: Answerers<DeliveryQuestions> = {
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
  replySinceDispatch: (db, { jobId, now }) =>
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
          or(
            gte(messageAnchors.observedAt, deliveryJobs.updatedAt),
            gt(deliveryJobs.updatedAt, now),
          ),
          // Times alone are not enough: the clock may have been set back since the reply before.
          sql`(select max(seen.event_id) from events as seen
              where seen.subject_id = ${messageAnchors.anchorId}) >
            (select max(touched.event_id) from events as touched
              where touched.subject_id = ${deliveryJobs.jobId} and touched.type in
                ('delivery_job.dispatch', 'delivery_job.lease_lost', 'delivery_job.waiting'))`,
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
  dispatchable: (db, { conversationKeys, startable, now, personSince, limit }) => {
    // Oldest by the order they were asked for in: a clock that was set back must not turn that round.
    const oldest = sql`(select first.job_id from ${deliveryJobs} as first
      where first.conversation_key = ${conversations.conversationKey} and first.status = 'pending'
        and (${conversations.mode} <> 'manual' or first.origin = 'person')
      order by first.rowid limit 1)`;
    return db
      .select({
        job: getTableColumns(deliveryJobs),
        conversation: getTableColumns(conversations),
        account: getTableColumns(accounts),
      })
      .from(conversations)
      .innerJoin(deliveryJobs, eq(deliveryJobs.jobId, oldest))
      .leftJoin(accounts, eq(accounts.accountKey, conversations.accountKey))
      .where(
        and(
          // What has something to send is less than all that a browser has open.
          sql`${conversations.conversationKey} in
            (select waiting.conversation_key from ${deliveryJobs} as waiting where waiting.status = 'pending')`,
          or(
            inJson(conversations.conversationKey, conversationKeys),
            and(
              sql`${conversations.remoteConversationId} like 'new:%'`,
              inJson(conversations.platform, startable),
            ),
          ),
          sql`${conversations.mode} <> 'paused'`,
          sql`not exists (select 1 from ${deliveryJobs} as flying
            where flying.conversation_key = ${conversations.conversationKey}
              and flying.status in ('dispatched', 'acked'))`,
          // What is tried again keeps its place: a later message may not overtake it.
          sql`not exists (select 1 from ${deliveryJobs} as earlier
            where earlier.conversation_key = ${conversations.conversationKey}
              and earlier.status not in ('finalized', 'failed') and earlier.status = 'retry_wait'
              and (${conversations.mode} <> 'manual' or earlier.origin = 'person')
              and earlier.rowid < ${deliveryJobs}.rowid)`,
          sql`not (coalesce(${conversations.latestUserTurnAt}, 0) > ${personSince}
            and ${conversations.latestUserTurnAt} > coalesce(${conversations.latestObservedAt}, 0))`,
          sql`coalesce(${accounts.nextSendAt}, 0) <= ${now} and coalesce(${accounts.parkedUntil}, 0) <= ${now}`,
        ),
      )
      .orderBy(asc(deliveryJobs.createdAt))
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
          sql`${deliveryJobs.status} in ('dispatched', 'acked') and ${deliveryJobs.status} = 'dispatched'`,
          not(inJson(deliveryJobs.clientId, clientIds)),
          inJson(conversations.conversationKey, conversationKeys),
          or(
            inArray(conversations.mode, ['auto', 'draining']),
            and(eq(conversations.mode, 'manual'), eq(deliveryJobs.origin, 'person')),
          ),
        ),
      )
      .limit(limit)
      .all(),
  jobByDedupeKey: (db, { dedupeKey }) =>
    db.select().from(deliveryJobs).where(eq(deliveryJobs.dedupeKey, dedupeKey)).get() ?? null,
  conversationOfJob: (db, { jobId }) =>
    db
      .select(getTableColumns(conversations))
      .from(deliveryJobs)
      .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
      .where(eq(deliveryJobs.jobId, jobId))
      .get() ?? null,
  accountOfJob: (db, { jobId }) =>
    db
      .select(getTableColumns(accounts))
      .from(deliveryJobs)
      .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
      .innerJoin(accounts, eq(accounts.accountKey, conversations.accountKey))
      .where(eq(deliveryJobs.jobId, jobId))
      .get() ?? null,
  userTurnOfJob: (db, { jobId }) =>
    db
      .select()
      .from(userTurns)
      .where(eq(userTurns.turnId, `${jobId}.turn`))
      .get() ?? null,
  dispatchedOf: (db, { localConversationId }) =>
    db
      .select({ jobId: deliveryJobs.jobId, clientId: deliveryJobs.clientId })
      .from(deliveryJobs)
      .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
      .where(
        and(
          eq(conversations.localConversationId, localConversationId),
          sql`${deliveryJobs.status} not in ('finalized', 'failed')`,
          eq(deliveryJobs.status, 'dispatched'),
        ),
      )
      .all(),
  nextSendAt: (db, { now }) =>
    db
      .select({
        at: sql<
          number | null
        >`min(max(${accounts.nextSendAt}, coalesce(${accounts.parkedUntil}, 0)))`,
      })
      .from(accounts)
      .where(or(gt(accounts.nextSendAt, now), gt(accounts.parkedUntil, now)))
      .get()?.at ?? null,
  parkedUntil: (db, { ref, now }) =>
    db
      .select({ until: accounts.parkedUntil })
      .from(conversations)
      .innerJoin(accounts, eq(accounts.accountKey, conversations.accountKey))
      .where(
        and(
          inArray(conversations.conversationKey, canonicalKeys(db, [ref])),
          gt(accounts.parkedUntil, now),
        ),
      )
      .get()?.until ?? null,
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
      .where(
        and(
          eq(deliveryJobs.clientId, clientId),
          sql`${deliveryJobs.status} in ('dispatched', 'acked') and ${deliveryJobs.status} = 'dispatched'`,
        ),
      )
      .all()
      .map((row) => row.jobId),
};
