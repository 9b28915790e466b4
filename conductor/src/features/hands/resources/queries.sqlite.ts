import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';

import type { Db } from '../../../stores/sqlite/open-database.ts';
import { pagedQuery } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { approvals } from '../../heart/actions/tables.sqlite.ts';
import { chatSessions } from '../../heart/lineage/sessions/tables.sqlite.ts';
import type { ShownResource, Standing } from './queries.ts';
import { executors, resourceCalls, resources, resourceTabs, siteGrants } from './tables.sqlite.ts';
import type * as queries from './queries.ts';
import type * as asked from '../../heart/conversations/asks.ts';

/** Word for word as in the partial indexes: SQLite does not see through another wording. */
const OPEN = sql`${resources.status} not in ('closed', 'failed')`;
const UNFINISHED = sql`${resourceCalls.status} not in ('succeeded', 'failed', 'unknown')`;
const DUE = sql`${resourceCalls.status} in ('queued', 'dispatched', 'begun')`;

/** Number of results looked at for what is written now. */
const READ_BACK = 40;

const SHOWN = { resource: getTableColumns(resources), tab: getTableColumns(resourceTabs) };

const shown = preparedQuery((db) =>
  db
    .select(SHOWN)
    .from(resources)
    .leftJoin(resourceTabs, eq(resourceTabs.resourceId, resources.resourceId))
    .where(eq(resources.resourceId, sql.placeholder('resourceId')))
    .prepare(),
);

const openOfSession = preparedQuery((db) =>
  db
    .select(SHOWN)
    .from(resources)
    .leftJoin(resourceTabs, eq(resourceTabs.resourceId, resources.resourceId))
    .where(and(eq(resources.chatSessionId, sql.placeholder('chatSessionId')), OPEN))
    .orderBy(asc(resourceTabs.position), asc(resources.idx))
    .prepare(),
);

const session = preparedQuery((db) =>
  db
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.chatSessionId, sql.placeholder('chatSessionId')))
    .prepare(),
);

const openCalls = preparedQuery((db) =>
  db
    .select()
    .from(resourceCalls)
    .where(and(eq(resourceCalls.resourceId, sql.placeholder('resourceId')), UNFINISHED))
    .orderBy(asc(resourceCalls.queuedAt), sql`${resourceCalls}.rowid`)
    .prepare(),
);

const call = preparedQuery((db) =>
  db
    .select()
    .from(resourceCalls)
    .where(eq(resourceCalls.callId, sql.placeholder('callId')))
    .prepare(),
);

const grantsOf = preparedQuery((db) =>
  db
    .select()
    .from(siteGrants)
    .where(
      and(eq(siteGrants.executorId, sql.placeholder('executorId')), isNull(siteGrants.revokedAt)),
    )
    .prepare(),
);

const unfinishedOfSession = preparedQuery((db) =>
  db
    .select()
    .from(resourceCalls)
    .where(and(eq(resourceCalls.chatSessionId, sql.placeholder('chatSessionId')), UNFINISHED))
    .prepare(),
);

const readBack = preparedQuery((db) =>
  db
    .select({ resourceId: resourceCalls.resourceId, resultJson: resourceCalls.resultJson })
    .from(resourceCalls)
    .where(
      and(
        eq(resourceCalls.chatSessionId, sql.placeholder('chatSessionId')),
        eq(resourceCalls.status, 'succeeded'),
      ),
    )
    .orderBy(desc(resourceCalls.createdAt))
    .limit(READ_BACK)
    .prepare(),
);

const shownCalls = pagedQuery({
  key: [resourceCalls.createdAt, resourceCalls.callId],
  filters: {
    chatSessionId: eq(resourceCalls.chatSessionId, sql.placeholder('chatSessionId')),
    status: eq(resourceCalls.status, sql.placeholder('status')),
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select()
      .from(resourceCalls)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ createdAt, callId }) => [createdAt, callId],
});

function questionsAbout(db: Db, callIds: readonly string[]) {
  if (callIds.length === 0) return [];
  return db
    .select()
    .from(approvals)
    .where(and(eq(approvals.decision, 'open'), inArray(approvals.subjectId, [...callIds])))
    .all()
    .filter(({ subjectKind }) => subjectKind !== 'instruction');
}

function standingOf(db: Db, found: ShownResource | undefined): Standing | null {
  if (found === undefined) return null;
  const { resourceId, chatSessionId, executorId } = found.resource;
  const owner = session(db).get({ chatSessionId });
  if (owner === undefined) return null;
  const calls = openCalls(db).all({ resourceId });
  const others = openOfSession(db)
    .all({ chatSessionId })
    .filter((one) => one.tab !== null && one.resource.resourceId !== resourceId)
    .toSorted((a, b) => (b.tab?.lastActiveAt ?? 0) - (a.tab?.lastActiveAt ?? 0));
  return {
    ...found,
    session: owner,
    calls,
    grants: grantsOf(db).all({ executorId }),
    questions: questionsAbout(
      db,
      calls.map(({ callId }) => callId),
    ),
    others,
  };
}

export const resourcesQueries: QueryImplementations<
  typeof queries & Pick<typeof asked, 'heldResources'>
> = {
  executors: (db) => db.select().from(executors).all(),
  executor: (db, { executorId }) =>
    db.select().from(executors).where(eq(executors.executorId, executorId)).get() ?? null,
  shownResource: (db, { resourceId }) => shown(db).get({ resourceId }) ?? null,
  openResources: (db, { chatSessionId }) =>
    chatSessionId === null
      ? db
          .select(SHOWN)
          .from(resources)
          .leftJoin(resourceTabs, eq(resourceTabs.resourceId, resources.resourceId))
          .where(OPEN)
          // Not the bare column: SQLite would go through all that ever were, in its order.
          .orderBy(sql`+${resources.chatSessionId}`, asc(resourceTabs.position), asc(resources.idx))
          .all()
      : openOfSession(db).all({ chatSessionId }),
  heldResources: (db, { localConversationId: chatSessionId }) =>
    openOfSession(db)
      .all({ chatSessionId })
      .map(({ resource: { executorId, resourceId } }) => ({ executorId, resourceId })),
  standing: (db, { resourceId }) => standingOf(db, shown(db).get({ resourceId })),
  standingsOf: (db, { executorId }) =>
    db
      .select(SHOWN)
      .from(resources)
      .leftJoin(resourceTabs, eq(resourceTabs.resourceId, resources.resourceId))
      .where(and(executorId === null ? undefined : eq(resources.executorId, executorId), OPEN))
      .all()
      .flatMap((one) => standingOf(db, one) ?? []),
  sessionStanding(db, { chatSessionId }) {
    const owner = session(db).get({ chatSessionId });
    if (owner === undefined) return null;
    return {
      session: owner,
      open: openOfSession(db).all({ chatSessionId }),
      unfinished: unfinishedOfSession(db).all({ chatSessionId }),
      executors: db.select().from(executors).all(),
      grants: db.select().from(siteGrants).where(isNull(siteGrants.revokedAt)).all(),
      read: readBack(db)
        .all({ chatSessionId })
        .flatMap(({ resourceId, resultJson }) =>
          resultJson === null ? [] : [{ resourceId, resultJson }],
        ),
    };
  },
  call: (db, { callId }) => call(db).get({ callId }) ?? null,
  callStanding(db, { callId }) {
    const found = call(db).get({ callId });
    if (found === undefined) return null;
    const owner = session(db).get({ chatSessionId: found.chatSessionId });
    if (owner === undefined) return null;
    const { resourceId } = found;
    return {
      call: found,
      session: owner,
      standing: resourceId === null ? null : standingOf(db, shown(db).get({ resourceId })),
      questions: questionsAbout(db, [callId]),
    };
  },
  unfinishedCalls: (db, { chatSessionId }) =>
    chatSessionId === null
      ? db.select().from(resourceCalls).where(UNFINISHED).all()
      : unfinishedOfSession(db).all({ chatSessionId }),
  overdueCallIds: (db, { now, limit }) =>
    db
      .select({ callId: resourceCalls.callId })
      .from(resourceCalls)
      .where(and(DUE, sql`${resourceCalls.deadlineAt} <= ${now}`))
      .orderBy(asc(resourceCalls.deadlineAt))
      .limit(limit)
      .all()
      .map(({ callId }) => callId),
  unheardAnswers: (db) =>
    db
      .select(getTableColumns(approvals))
      .from(resourceCalls)
      .innerJoin(approvals, eq(approvals.subjectId, resourceCalls.callId))
      .where(
        and(
          UNFINISHED,
          eq(resourceCalls.status, 'waiting'),
          sql`${approvals.decision} <> 'open' and ${approvals.subjectKind} <> 'instruction'`,
        ),
      )
      .all(),
  siteGrants: (db, { executorId }) =>
    db
      .select()
      .from(siteGrants)
      .where(executorId === null ? undefined : eq(siteGrants.executorId, executorId))
      .orderBy(desc(siteGrants.grantedAt))
      .limit(1_000)
      .all(),
  siteGrant: (db, { grantId }) =>
    db.select().from(siteGrants).where(eq(siteGrants.grantId, grantId)).get() ?? null,
  shownCalls: (db, { chatSessionId, status, page }) =>
    shownCalls(db, { chatSessionId, status }, page),
};
