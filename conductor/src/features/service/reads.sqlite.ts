import { type Page, type PageWish, readPage } from '../../stores/sqlite/page.ts';
import type { Statements } from '../../stores/sqlite/statements.ts';

export interface EventRow {
  readonly key_at: number;
  readonly key_id: string;
  readonly event_id: number;
  readonly type: string;
  readonly subject_id: string;
  readonly local_conversation_id: string | null;
  readonly actor: string;
  readonly at: number;
  readonly detail_json: string;
}

const EVENT_COLUMNS = `e.event_id, e.type, e.subject_id,
  (select c.local_conversation_id from conversations c where c.conversation_key = e.conversation_key) as local_conversation_id,
  e.actor, e.at, e.detail_json from events e`;

export interface EventFilter {
  readonly conversationKey?: string | undefined;
  /** Types, or prefixes with `.*`. Empty: all. */
  readonly types: readonly string[];
}

/** The trail, the newest first. */
export function listEvents(
  statements: Statements,
  { conversationKey, types }: EventFilter,
  page: PageWish,
): Page<EventRow> {
  return readPage<EventRow>(
    statements,
    {
      select: EVENT_COLUMNS,
      where: [
        conversationKey === undefined ? null : ['e.conversation_key = ?', conversationKey],
        typeCondition(types),
      ],
      key: ['e.event_id', 'e.type'],
    },
    page,
  );
}

/** The trail after an event, in order, to go on with. */
export function eventsAfter(
  statements: Statements,
  after: number,
  { conversationKey, types }: EventFilter,
  limit: number,
): EventRow[] {
  const conditions: (readonly [string, ...(string | number)[]])[] = [['e.event_id > ?', after]];
  if (conversationKey !== undefined) conditions.push(['e.conversation_key = ?', conversationKey]);
  const ofType = typeCondition(types);
  if (ofType !== null) conditions.push(ofType);
  return statements.all(
    `select e.event_id as key_at, '' as key_id, ${EVENT_COLUMNS}
     where ${conditions.map(([text]) => text).join(' and ')} order by e.event_id limit ?`,
    ...conditions.flatMap(([, ...bound]) => bound),
    limit,
  );
}

export function newestEventId(statements: Statements): number {
  return statements.get<{ id: number | null }>('select max(event_id) as id from events')?.id ?? 0;
}

/** One parameter however many types, so that one statement serves them all. */
function typeCondition(types: readonly string[]): readonly [string, string] | null {
  if (types.length === 0) return null;
  const patterns = types.map((type) => type.replaceAll(/[^a-z_.*]/g, '').replace(/\.\*$/, '.%'));
  return [
    `exists (select 1 from json_each(?) as wanted where e.type like wanted.value escape '\\')`,
    JSON.stringify(patterns.map((pattern) => pattern.replaceAll('_', '\\_'))),
  ];
}

export interface Counts {
  readonly conversations: Readonly<Record<string, number>>;
  readonly jobs: Readonly<Record<string, number>>;
  /** Those that have not ended. */
  readonly instructions: Readonly<Record<string, number>>;
  readonly openApprovals: number;
  readonly parked: readonly {
    readonly account_key: string;
    readonly until: number;
    readonly reason: string | null;
  }[];
}

/** How much there is of everything, for people and for metrics. */
export function readCounts(statements: Statements, now: number): Counts {
  const byName = (sql: string): Record<string, number> =>
    Object.fromEntries(
      statements.all<{ name: string; n: number }>(sql).map(({ name, n }) => [name, n]),
    );
  return {
    conversations: byName('select mode as name, count(*) as n from conversations group by mode'),
    jobs: byName('select status as name, count(*) as n from delivery_jobs group by status'),
    instructions: byName(`select status as name, count(*) as n from instructions
      where status not in ('succeeded', 'failed') group by status`),
    openApprovals:
      statements.get<{ n: number }>("select count(*) as n from approvals where decision = 'open'")
        ?.n ?? 0,
    parked: statements.all(
      'select account_key, parked_until as until, park_reason as reason from accounts where parked_until > ?',
      now,
    ),
  };
}

/** Bytes of the database file, with its free pages. */
export function databaseBytes(statements: Statements): number {
  return (
    statements.get<{ bytes: number }>(
      'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
    )?.bytes ?? 0
  );
}

export function schemaVersion(statements: Statements): number {
  return statements.get<{ n: number }>('select count(*) as n from __drizzle_migrations')?.n ?? 0;
}
