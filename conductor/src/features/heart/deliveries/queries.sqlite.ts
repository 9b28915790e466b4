import type { WaitingFrame } from '../../../engine/plan.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lte,
  not,
  or,
  sql,
} from 'drizzle-orm';

import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { inJson } from '../../../stores/sqlite/in-json.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { rowOf, rowsOf } from '../../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { conversations, userTurns } from '../conversations/tables.sqlite.ts';
import {
  accounts,
  attemptHolders,
  deliveryJobs,
  failedJobs,
  isFailedNews,
  jobByDedupeKey,
  jobById,
  openJobs,
} from './tables.sqlite.ts';
import type { DeliveryJob } from './rows.ts';
import { conversationOfJob } from './pacing.sqlite.ts';
import { canonicalKey, canonicalKeys, pageUrl } from '../conversations/feature.ts';
import { deliveryLists } from './lists.sqlite.ts';
import { pacingQueries } from './pacing.sqlite.ts';

import type * as asks from './asks.ts';
import type * as queries from './queries.ts';
import type * as askedByBrowsers from '../../ground/browsers/asks.ts';
import type * as asked from '../conversations/asks.ts';

const MAX_SHOWN = 10;

const holderOfAttempt = preparedQuery((db) =>
  db
    .select({ clientId: attemptHolders.clientId })
    .from(attemptHolders)
    .where(
      and(
        eq(attemptHolders.jobId, sql.placeholder('jobId')),
        eq(attemptHolders.attempt, sql.placeholder('attempt')),
      ),
    )
    .prepare(),
);

const attemptOfHolder = preparedQuery((db) =>
  db
    .select({ attempt: attemptHolders.attempt })
    .from(attemptHolders)
    .where(
      and(
        eq(attemptHolders.jobId, sql.placeholder('jobId')),
        eq(attemptHolders.clientId, sql.placeholder('clientId')),
      ),
    )
    .limit(1)
    .prepare(),
);

const counts = preparedQuery((db) =>
  db
    .select({ status: deliveryJobs.status, jobs: count() })
    .from(deliveryJobs)
    .where(eq(deliveryJobs.conversationKey, sql.placeholder('key')))
    .groupBy(deliveryJobs.status)
    .prepare(),
);

const failures = preparedQuery((db) =>
  db
    .select({
      job: getTableColumns(deliveryJobs),
      conversation: getTableColumns(conversations),
      pageUrl,
    })
    .from(deliveryJobs)
    .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
    .where(isFailedNews)
    .orderBy(desc(deliveryJobs.createdAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const waitingKeys = preparedQuery((db) =>
  db
    .selectDistinct({ key: deliveryJobs.conversationKey })
    .from(deliveryJobs)
    .where(sql`${deliveryJobs.status} = 'pending'`)
    .prepare(),
);

const inFlightKeys = preparedQuery((db) =>
  db
    .selectDistinct({ key: deliveryJobs.conversationKey })
    .from(deliveryJobs)
    .where(sql`${deliveryJobs.status} in ('dispatched', 'acked')`)
    .prepare(),
);

/**
 * Returns the keys of rows that some browser has open, as JSON. Browsers may have ten thousand open, so the few rows
 * are looked up there.
 */
function among(
  open: readonly ReadonlySet<string>[],
  rows: readonly { readonly key: string }[],
): string {
  const keys = rows.map(({ key }) => key).filter((key) => open.some((one) => one.has(key)));
  return JSON.stringify(keys);
}

const AT = { jobId: deliveryJobs.jobId, conversationKey: deliveryJobs.conversationKey };

const dispatchable = preparedQuery((db) => {
  // Oldest by the order they were asked for in: a clock that was set back must not turn that round.
  const oldest = sql`(select min(first.rowid) from ${deliveryJobs} as first
      where first.conversation_key = ${conversations.conversationKey} and first.status = 'pending'
        and (${conversations.mode} <> 'manual' or first.origin in ('person', 'agent')))`;
  return db
    .select(AT)
    .from(conversations)
    .innerJoin(deliveryJobs, sql`${deliveryJobs}.rowid = ${oldest}`)
    .leftJoin(accounts, eq(accounts.accountKey, conversations.accountKey))
    .where(
      and(
        // What has something to send is less than all that a browser has open.
        sql`${conversations.conversationKey} in
            (select waiting.conversation_key from ${deliveryJobs} as waiting where waiting.status = 'pending')`,
        or(
          inJson(conversations.conversationKey, sql.placeholder('conversationKeys')),
          and(
            sql`${conversations.remoteConversationId} like 'new:%'`,
            inJson(conversations.platform, sql.placeholder('startable')),
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
              and (${conversations.mode} <> 'manual' or earlier.origin in ('person', 'agent'))
              and earlier.rowid < ${deliveryJobs}.rowid)`,
        sql`not (coalesce(${conversations.latestUserTurnAt}, 0) > ${sql.placeholder('personSince')}
            and ${conversations.latestUserTurnAt} > coalesce(${conversations.latestObservedAt}, 0))`,
        sql`coalesce(${accounts.nextSendAt}, 0) <= ${sql.placeholder('now')} and coalesce(${accounts.parkedUntil}, 0) <= ${sql.placeholder('now')}`,
        not(inJson(deliveryJobs.jobId, sql.placeholder('except'))),
      ),
    )
    .orderBy(asc(deliveryJobs.createdAt))
    .limit(sql.placeholder('limit'))
    .prepare();
});

const leasedElsewhere = preparedQuery((db) =>
  db
    .select(AT)
    .from(deliveryJobs)
    .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
    .where(
      and(
        sql`${deliveryJobs.status} in ('dispatched', 'acked') and ${deliveryJobs.status} = 'dispatched'`,
        not(inJson(deliveryJobs.clientId, sql.placeholder('clientIds'))),
        inJson(conversations.conversationKey, sql.placeholder('conversationKeys')),
        or(
          inArray(conversations.mode, ['auto', 'draining']),
          and(eq(conversations.mode, 'manual'), inArray(deliveryJobs.origin, ['person', 'agent'])),
        ),
        not(inJson(deliveryJobs.jobId, sql.placeholder('except'))),
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const userTurnById = preparedQuery((db) =>
  db
    .select()
    .from(userTurns)
    .where(eq(userTurns.turnId, sql.placeholder('turnId')))
    .prepare(),
);

const overdue = preparedQuery((db) =>
  db
    .select({ jobId: deliveryJobs.jobId })
    .from(deliveryJobs)
    .where(
      and(
        isNotNull(deliveryJobs.dueAt),
        lte(deliveryJobs.dueAt, sql.placeholder('now')),
        not(inJson(deliveryJobs.jobId, sql.placeholder('except'))),
      ),
    )
    .orderBy(asc(deliveryJobs.dueAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

export const deliveriesQueries: QueryImplementations<
  Omit<typeof queries, keyof typeof asks> &
    Pick<typeof asked, 'accountOfConversation' | 'dispatchedOf' | 'framesAbout' | 'heldJobs'> &
    typeof askedByBrowsers
> = {
  ...deliveryLists,
  ...pacingQueries,
  job: (db, { jobId }) => rowOf(db, jobById, jobId),
  attemptHolder: (db, asked) => holderOfAttempt(db).get(asked)?.clientId ?? null,
  hadAttempt: (db, asked) => attemptOfHolder(db).get(asked) !== undefined,
  jobsInFlight: (db, { refs }) => jobsInFlight(db, refs),
  framesAbout: (db, { localConversationId: id }) =>
    db.$client
      .prepare<[string, string], { clientId: string; seq: number; frameJson: string }>(
        `select client_id as clientId, seq, frame_json as frameJson from outbox
         where coalesce(json_extract(frame_json, '$.local_conversation_id'), json_extract(frame_json, '$.chat_session_id')) = ?
           or json_extract(frame_json, '$.job_id') in
             (select j.job_id from delivery_jobs j join conversations c on c.conversation_key = j.conversation_key
              where c.local_conversation_id = ?)`,
      )
      .all(id, id)
      .map(({ frameJson, ...place }) => ({
        ...place,
        frame: JSON.parse(frameJson) as WaitingFrame['frame'],
      })),
  heldJobs: (db, { refs }) => jobsInFlight(db, refs),
  jobCounts: (db, { ref }) =>
    Object.fromEntries(
      counts(db)
        .all({ key: canonicalKey(db, ref) })
        .map((row) => [row.status, row.jobs]),
    ),
  jobsToShow: (db, { ref }) => {
    const key = canonicalKey(db, ref);
    const newest = (list: typeof openJobs, max: number): DeliveryJob[] =>
      rowsOf(db, list, key)
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .slice(0, max);
    return [...newest(openJobs, MAX_SHOWN), ...newest(failedJobs, 1)];
  },
  failuresToShow: (db, { limit }) => failures(db).all({ limit }),
  dispatchable: (db, { open, startable, except, ...rest }) =>
    dispatchable(db).all({
      conversationKeys: among(open, waitingKeys(db).all()),
      startable: JSON.stringify(startable),
      except: JSON.stringify(except),
      ...rest,
    }),
  leasedElsewhere: (db, { clientIds, open, except, limit }) =>
    leasedElsewhere(db).all({
      clientIds: JSON.stringify(clientIds),
      conversationKeys: among(open, inFlightKeys(db).all()),
      except: JSON.stringify(except),
      limit,
    }),
  jobByDedupeKey: (db, { dedupeKey }) => rowOf(db, jobByDedupeKey, dedupeKey),
  conversationOfJob: (db, { jobId }) => conversationOfJob(db, jobId),
  userTurnOfJob: (db, { jobId }) => userTurnById(db).get({ turnId: `${jobId}.turn` }) ?? null,
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
  unsentJobs: (db) =>
    db
      .select()
      .from(deliveryJobs)
      .where(inArray(deliveryJobs.status, ['pending', 'dispatched', 'retry_wait', 'failed']))
      .all(),
  overdue: (db, { now, except, limit }) =>
    overdue(db)
      .all({ now, except: JSON.stringify(except), limit })
      .map(({ jobId }) => jobId),
  leaseholders: (db) =>
    db
      .selectDistinct({ clientId: deliveryJobs.clientId })
      .from(deliveryJobs)
      .where(eq(deliveryJobs.status, 'dispatched'))
      .all()
      .flatMap((row) => row.clientId ?? []),
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

function jobsInFlight(db: Db, refs: readonly ConversationRef[]): readonly DeliveryJob[] {
  return canonicalKeys(db, refs)
    .flatMap((key) => rowsOf(db, openJobs, key))
    .filter(({ status }) => status === 'dispatched' || status === 'acked');
}
