import { and, asc, count, desc, eq, gt, gte, lt, max, min, sql, type SQL } from 'drizzle-orm';

import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { pageAround, pagedQuery } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { events } from '../../../stores/sqlite/tables.ts';
import { conversationKeyNamed, pageWithin } from '../../heart/conversations/feature.ts';
import { runEvidence, runInputs, runTasks, runWorkers } from '../../teams/runs/tables.sqlite.ts';
import type { ShownEvent, TrailFilter } from './queries.ts';
import type * as queries from './queries.ts';

/**
 * Number of the newest events that a filter without an index goes through: more would take too long, and block
 * everything else.
 */
const MOST_SEARCHED = 50_000;

const MOST_COUNTED = 100_000;

const SHOWN = {
  eventId: events.eventId,
  type: events.type,
  subjectId: events.subjectId,
  localConversationId: sql<string | null>`(select c.local_conversation_id from conversations c
    where c.conversation_key = events.conversation_key)`,
  actor: events.actor,
  at: events.at,
  detailJson: events.detailJson,
};

/** Ids of rows of a run. */
const ofRun = (id: SQLiteColumn, table: RunTable): SQL =>
  sql`select ${id} from ${table} where ${table.runId} = ${sql.placeholder('runId')}`;

type RunTable = typeof runWorkers | typeof runTasks | typeof runInputs | typeof runEvidence;

const FILTERS = {
  conversationKey: eq(events.conversationKey, sql.placeholder('conversationKey')),
  /** One parameter however many types. */
  types: sql`exists (select 1 from json_each(${sql.placeholder('types')}) as wanted
    where ${events.type} like wanted.value escape '\\')`,
  subjectId: eq(events.subjectId, sql.placeholder('subjectId')),
  runId: sql`${events.subjectId} in (select ${sql.placeholder('runId')}
    union all ${ofRun(runWorkers.workerId, runWorkers)} union all ${ofRun(runTasks.taskId, runTasks)}
    union all ${ofRun(runInputs.inputId, runInputs)} union all ${ofRun(runEvidence.evidenceId, runEvidence)})`,
  words: sql`(${events.type} || ' ' || ${events.subjectId} || ' ' || ${events.actor} || ' ' || ${events.detailJson})
    like ${sql.placeholder('words')} escape '\\'`,
  fromId: gte(events.eventId, sql.placeholder('fromId')),
  toId: lt(events.eventId, sql.placeholder('toId')),
};

const trail = pagedQuery({
  key: [events.eventId, events.type],
  filters: FILTERS,
  build: (db, { where, orderBy, limit }) =>
    db
      .select(SHOWN)
      .from(events)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ eventId, type }) => [eventId, type],
});

const growth = (...filters: readonly SQL[]) =>
  preparedQuery((db) =>
    db
      .select(SHOWN)
      .from(events)
      .where(and(gt(events.eventId, sql.placeholder('after')), ...filters))
      .orderBy(asc(events.eventId))
      .limit(sql.placeholder('limit'))
      .prepare(),
  );

const growths = {
  all: growth(),
  ofConversation: growth(FILTERS.conversationKey),
  ofTypes: growth(FILTERS.types),
  ofBoth: growth(FILTERS.conversationKey, FILTERS.types),
};

/** Returns the types as the filter takes them; undefined: all. */
function typePatterns(types: readonly string[]): string | undefined {
  if (types.length === 0) return undefined;
  const patterns = types.map((type) => type.replaceAll(/[^a-z_.*]/g, '').replace(/\.\*$/, '.%'));
  return JSON.stringify(patterns.map((pattern) => pattern.replaceAll('_', '\\_')));
}

const newest = preparedQuery((db) =>
  db
    .select({ id: max(events.eventId) })
    .from(events)
    .prepare(),
);

const bounds = preparedQuery((db) =>
  db
    .select({ first: min(events.eventId), last: max(events.eventId) })
    .from(events)
    .prepare(),
);

const nextFrom = preparedQuery((db) =>
  db
    .select({ eventId: events.eventId, at: events.at })
    .from(events)
    .where(gte(events.eventId, sql.placeholder('eventId')))
    .orderBy(asc(events.eventId))
    .limit(1)
    .prepare(),
);

/** Id of the first event that was noted at that time or later, by halves: events are noted one after another. */
function firstIdAt(db: Db, at: number): number {
  const { first, last } = bounds(db).get() ?? {};
  let low = first ?? 1;
  let high = (last ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const event = nextFrom(db).get({ eventId: middle });
    if (event === undefined || event.at >= at) high = middle;
    else low = event.eventId + 1;
  }
  return low;
}

/** The filters of a trail, as the statements take them. */
function valuesOf(db: Db, { types, subjectId, runId, from, to }: TrailFilter) {
  return {
    types: typePatterns(types),
    subjectId,
    runId,
    fromId: from === undefined ? undefined : firstIdAt(db, from),
    toId: to === undefined ? undefined : firstIdAt(db, to),
  };
}

const newestId = (db: Db): number => newest(db).get()?.id ?? 0;

function countsOf(
  db: Db,
  conversationKey: ConversationKey | undefined,
  filter: TrailFilter,
): { readonly type: string; readonly count: number }[] {
  const named = { ...valuesOf(db, filter), conversationKey };
  const where = (Object.keys(named) as (keyof typeof named)[])
    .filter((name) => named[name] !== undefined)
    .map((name) => FILTERS[name]);
  const fitting = db
    .select({ type: events.type })
    .from(events)
    .where(and(...where))
    .orderBy(desc(events.eventId))
    .limit(MOST_COUNTED + 1)
    .as('fitting');
  return db
    .select({ type: fitting.type, count: count() })
    .from(fitting)
    .groupBy(fitting.type)
    .orderBy(desc(count()), asc(fitting.type))
    .prepare()
    .all(named);
}

const oldestAt = preparedQuery((db) =>
  db.select({ at: events.at }).from(events).orderBy(asc(events.eventId)).limit(1).prepare(),
);

/** The audit trail, as people and programs read it. */
export const trailQueries: Pick<
  QueryImplementations<typeof queries>,
  'events' | 'eventCounts' | 'eventsAfter' | 'newestEventId'
> = {
  events: (db, { conversation, words, place, page, ...filter }) =>
    pageWithin(db, conversation, (conversationKey) => {
      const values = { ...valuesOf(db, filter), conversationKey };
      const searched =
        words === undefined
          ? {}
          : {
              words: `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`,
              fromId: Math.max(values.fromId ?? 0, newestId(db) - MOST_SEARCHED),
            };
      const list = (request: typeof page) => trail(db, { ...values, ...searched }, request);
      if (place === undefined) return list(page);
      const { eventId, newer } = place;
      const { limit } = page;
      return newer
        ? { ...list({ limit, after: [eventId, '\uFFFF'], newer: true }), next: null }
        : pageAround({ limit, at: [eventId, '\uFFFF'] }, list);
    }),
  eventCounts(db, { conversation, ...filter }) {
    const key = conversation === undefined ? undefined : conversationKeyNamed(db, conversation);
    if (key === null) return null;
    const items = countsOf(db, key, filter);
    const total = items.reduce((sum, one) => sum + one.count, 0);
    return { items, whole: total <= MOST_COUNTED, keptSince: oldestAt(db).get()?.at ?? null };
  },
  eventsAfter(db, { after, conversationKey, types: wanted, limit }) {
    const types = typePatterns(wanted);
    const which =
      conversationKey === undefined
        ? types === undefined
          ? 'all'
          : 'ofTypes'
        : types === undefined
          ? 'ofConversation'
          : 'ofBoth';
    const found: ShownEvent[] = growths[which](db).all({ after, conversationKey, types, limit });
    return { head: newest(db).get()?.id ?? 0, events: found };
  },
  newestEventId: (db) => newest(db).get()?.id ?? 0,
};
