import { and, asc, count, eq, gt, max, sql, type SQL } from 'drizzle-orm';

import { pagedQuery } from '../../stores/sqlite/page.ts';
import type { QueryParts } from '../../stores/sqlite/parts.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import {
  accounts,
  approvals,
  conversations,
  deliveryJobs,
  events,
  instructions,
} from '../../stores/sqlite/schema.ts';
import { statementOf } from '../../stores/sqlite/statements.ts';
import { pageWithin } from '../conversations/feature.ts';
import type { ServiceQueries, ShownEvent } from './queries.ts';

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

const FILTERS = {
  conversationKey: eq(events.conversationKey, sql.placeholder('conversationKey')),
  /** One parameter however many types. */
  types: sql`exists (select 1 from json_each(${sql.placeholder('types')}) as wanted
    where ${events.type} like wanted.value escape '\\')`,
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

/** As the filter takes them; undefined: all. */
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

const byMode = preparedQuery((db) =>
  db
    .select({ name: conversations.mode, n: count() })
    .from(conversations)
    .groupBy(conversations.mode)
    .prepare(),
);

const jobsByStatus = preparedQuery((db) =>
  db
    .select({ name: deliveryJobs.status, n: count() })
    .from(deliveryJobs)
    .groupBy(deliveryJobs.status)
    .prepare(),
);

const openInstructions = preparedQuery((db) =>
  db
    .select({ name: instructions.status, n: count() })
    .from(instructions)
    .where(sql`${instructions.status} not in ('succeeded', 'failed')`)
    .groupBy(instructions.status)
    .prepare(),
);

const openApprovals = preparedQuery((db) =>
  db.select({ n: count() }).from(approvals).where(eq(approvals.decision, 'open')).prepare(),
);

const parked = preparedQuery((db) =>
  db
    .select({
      account_key: accounts.accountKey,
      until: sql<number>`${accounts.parkedUntil}`,
      reason: accounts.parkReason,
    })
    .from(accounts)
    .where(gt(accounts.parkedUntil, sql.placeholder('now')))
    .prepare(),
);

const byName = (rows: readonly { readonly name: string; readonly n: number }[]) =>
  Object.fromEntries(rows.map(({ name, n }) => [name, n]));

export const serviceQueries: QueryParts<ServiceQueries> = {
  events: (db, { conversation, types, page }) =>
    pageWithin(db, conversation, (conversationKey) =>
      trail(db, { conversationKey, types: typePatterns(types) }, page),
    ),
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
  counts: (db, { now }) => ({
    conversations: byName(byMode(db).all()),
    jobs: byName(jobsByStatus(db).all()),
    instructions: byName(openInstructions(db).all()),
    openApprovals: openApprovals(db).get()?.n ?? 0,
    parked: parked(db).all({ now }),
  }),
  database: ({ $client }) => ({
    bytes:
      Number($client.pragma('page_count', { simple: true })) *
      Number($client.pragma('page_size', { simple: true })),
    schema:
      statementOf<{ n: number }>($client, 'select count(*) as n from __drizzle_migrations').get()
        ?.n ?? 0,
  }),
};
