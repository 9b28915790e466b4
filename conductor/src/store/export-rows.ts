import { searchIndexOf } from './search-index.ts';
import type { Db } from './open-database.ts';

type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** Tables whose rows hang on a conversation, parents first, each in an order that an import keeps. */
const TABLES = [
  ['conversations', 'conversation_key'],
  ['conversation_aliases', 'alias_key'],
  ['conversation_labels', 'label'],
  ['message_anchors', 'observed_at, anchor_id'],
  ['user_turns', 'observed_at, turn_id'],
  ['delivery_jobs', 'created_at, job_id'],
  ['instructions', 'created_at, position, instruction_id'],
  ['approvals', 'created_at, approval_id'],
  ['artifacts', 'created_at, artifact_id'],
  ['policy_rules', 'created_at, rule_id'],
  ['renewals', 'conversation_key'],
  ['events', 'event_id'],
] as const;

export interface ExportLine {
  readonly table: string;
  readonly row: Row;
}

/** All conversations, or one, by key; the first made first. */
export function exportKeys(db: Db, only: string | null): string[] {
  return db.$client
    .prepare<[string | null, string | null], { key: string }>(
      `select conversation_key as key from conversations
       where ? is null or conversation_key = ? order by created_at, conversation_key`,
    )
    .all(only, only)
    .map((row) => row.key);
}

/** Every row of a conversation. Events go without their number, which is this database's own. */
export function* exportLines(db: Db, conversationKey: string): Generator<ExportLine> {
  for (const [table, order] of TABLES) {
    const rows = db.$client
      .prepare<[string], Record<string, Value>>(
        `select * from ${table} where conversation_key = ? order by ${order}`,
      )
      .all(conversationKey);
    for (const { event_id: _own, ...row } of rows) yield { table, row };
  }
}

/** A line of an import that does not fit. */
export class ImportFault extends Error {}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

/** Checks a row against its table as it is now: a name too many, a value missing or of the wrong kind is a fault. */
export function checkRow(db: Db, { table, row }: ExportLine): void {
  if (!TABLES.some(([name]) => name === table))
    throw new ImportFault(`table: there is no ${table}.`);
  const columns = db.$client.pragma(`table_info(${table})`) as Column[];
  for (const name of Object.keys(row)) {
    if (!columns.some((column) => column.name === name))
      throw new ImportFault(`row.${name}: ${table} has no such field.`);
  }
  for (const { name, type, notnull, dflt_value, pk } of columns) {
    const value = row[name];
    if (name === 'event_id') continue;
    if (value === undefined || value === null) {
      const needed = (notnull === 1 && dflt_value === null) || (pk > 0 && table !== 'events');
      if (needed || (value === null && notnull === 1))
        throw new ImportFault(`row.${name}: is missing.`);
      continue;
    }
    const isNumber = type.toLowerCase() === 'integer';
    const fits = isNumber ? Number.isSafeInteger(value) : typeof value === 'string';
    if (!fits) throw new ImportFault(`row.${name}: is ${isNumber ? 'a whole number' : 'a text'}.`);
  }
}

/** Is the conversation here already, under its key, an earlier one, or our id of it? */
export function isKnown(db: Db, row: Row): boolean {
  const { conversation_key: key, local_conversation_id: localId } = row;
  return (
    db.$client
      .prepare(
        `select 1 from conversations where conversation_key = ? or local_conversation_id = ?
         union all select 1 from conversation_aliases where alias_key = ?`,
      )
      .get(key, localId, key) !== undefined
  );
}

/**
 * Takes in all rows of one conversation, or none. One that was acting is paused: what was meant to go out from another
 * machine must not go out from this one too.
 */
export function importConversation(db: Db, lines: readonly ExportLine[]): void {
  db.$client.transaction(() => {
    for (const { table, row } of lines) {
      const names = Object.keys(row);
      db.$client
        .prepare(
          `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
        )
        .run(...names.map((name) => row[name] ?? null));
      indexRow(db, table, row);
    }
    const [first] = lines;
    db.$client
      .prepare(
        `update conversations set mode = 'paused', pause_reason = 'imported'
         where conversation_key = ? and mode in ('auto', 'draining')`,
      )
      .run(first?.row['conversation_key'] ?? null);
  })();
}

function indexRow(db: Db, table: string, row: Row): void {
  const index = searchIndexOf(db.$client);
  const text = (name: string): string => String(row[name] ?? '');
  const conversationKey = text('conversation_key');
  const at = Number(row['observed_at'] ?? row['created_at']);
  if (table === 'message_anchors') {
    index.put({
      conversationKey,
      kind: 'assistant',
      refId: text('anchor_id'),
      text: text('raw_text'),
      at,
    });
  }
  if (table === 'user_turns') {
    index.put({
      conversationKey,
      kind: 'user',
      refId: text('turn_id'),
      text: text('raw_text'),
      at,
    });
  }
  if (table === 'conversations') {
    const title = text('custom_title') || text('title');
    index.put({
      conversationKey,
      kind: 'title',
      refId: text('local_conversation_id'),
      text: title,
      at,
    });
  }
}
