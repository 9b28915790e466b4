import type Database from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';

import { isGroup } from '../../../../shared/lib/dotted-path.ts';
import { conversationKey } from '../../../../shared/model/conversation-key.ts';
import { LAST_EPOCH_MS } from '../../../../shared/protocol/index.ts';
import type { Db } from './open-database.ts';
import { searchIndexOf } from './search-index.ts';

type Value = string | number | null;

/** A row as it is exported: values by column. */
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
  ['foreign_words', 'at, source_id'],
  ['artifacts', 'created_at, artifact_id'],
  ['policy_rules', 'created_at, rule_id'],
  ['renewals', 'conversation_key'],
  ['events', 'event_id'],
] as const;

/** Tables of earlier versions, whose rows an import passes over. */
const RETIRED: readonly string[] = ['foreign_actions'];

/**
 * Words in a conversation that are not its assistant's, from the rows that hold them: a file of a version that kept none
 * does not make its conversation one in which nobody else has spoken.
 */
const FOREIGN_WORDS = [
  `select conversation_key, 'turn', turn_id, raw_text, 0, observed_at from user_turns
   where author = 'person'`,
  `select conversation_key, 'message', job_id, message_text, 0, created_at from delivery_jobs
   where origin not in ('reply', 'agent', 'run')`,
  `select conversation_key, 'result', instruction_id, coalesce(result_text, error_text), 0, created_at
   from instructions where target <> 'conductor'
   and coalesce(result_text, case when tool_pin is not null then error_text end) is not null`,
];

/** One line of an export: a row, and its table. */
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

/** Columns whose values are this database's own: they do not leave it, and no file brings them. */
const OWN_COLUMNS: readonly string[] = ['event_id', 'space_id'];

/** Every row of a conversation, without what is this database's own. */
export function* exportLines(db: Db, conversationKey: string): Generator<ExportLine> {
  for (const [table, order] of TABLES) {
    const rows = db.$client
      .prepare<[string], Record<string, Value>>(
        `select * from ${table} where conversation_key = ? order by ${order}`,
      )
      .all(conversationKey);
    for (const row of rows) {
      for (const own of OWN_COLUMNS) delete row[own];
      yield { table, row };
    }
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

const columnsKnown = new WeakMap<Db, Map<string, readonly Column[]>>();

/** Those that a file may bring. Asked for each row of an import; the schema stays as it is while the database is open. */
function columnsOf(db: Db, table: string): readonly Column[] {
  let known = columnsKnown.get(db);
  if (known === undefined) columnsKnown.set(db, (known = new Map()));
  let columns = known.get(table);
  if (columns === undefined) {
    const all = db.$client.pragma(`table_info(${table})`) as Column[];
    columns = all.filter(({ name }) => !OWN_COLUMNS.includes(name)); // guard: import-own-columns
    known.set(table, columns);
  }
  return columns;
}

/** Checks a row against its table as it is now: a name too many, a value missing or of the wrong kind is a fault. */
export function checkRow(db: Db, { table, row }: ExportLine): void {
  if (RETIRED.includes(table)) return;
  if (!TABLES.some(([name]) => name === table))
    throw new ImportFault(`table: there is no ${table}.`);
  const columns = columnsOf(db, table);
  for (const name of Object.keys(row)) {
    if (!columns.some((column) => column.name === name))
      throw new ImportFault(`row.${name}: ${table} has no such field.`);
  }
  for (const { name, type, notnull, dflt_value, pk } of columns) {
    const value = row[name];
    if (value === undefined || value === null) {
      const needed = (notnull === 1 && dflt_value === null) || pk > 0;
      if (needed || (value === null && notnull === 1))
        throw new ImportFault(`row.${name}: is missing.`);
      continue;
    }
    const isNumber = type.toLowerCase() === 'integer';
    const fits = isNumber ? Number.isSafeInteger(value) : typeof value === 'string';
    if (!fits) throw new ImportFault(`row.${name}: is ${isNumber ? 'a whole number' : 'a text'}.`);
    checkValue(db, table, name, String(value));
    if (isTime(name) && (Number(value) < 0 || Number(value) > LAST_EPOCH_MS))
      throw new ImportFault(`row.${name}: is a time in milliseconds since 1970.`);
  }
  if (table === 'conversations') checkKey(row);
}

/** Checks the key of a conversation: with another one, its messages would go into another chat. */
function checkKey({ conversation_key, platform, remote_conversation_id: remote }: Row): void {
  const ref = { platform: String(platform), remote_conversation_id: String(remote) };
  if (ref.platform.includes('/') || conversation_key !== conversationKey(ref))
    throw new ImportFault(`row.conversation_key: is platform/remote_conversation_id.`);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isTime(name: string): boolean {
  return name === 'at' || name.endsWith('_at');
}

const choicesKnown = new WeakMap<Db, ReadonlyMap<string, readonly string[] | undefined>>();

/** The texts a column takes, where they are few; by table and column. */
function choicesOf(db: Db): ReadonlyMap<string, readonly string[] | undefined> {
  let known = choicesKnown.get(db);
  if (known === undefined) {
    known = new Map(
      db.tables.flatMap((table) =>
        Object.values(getTableColumns(table)).map(
          (column) => [`${getTableName(table)}.${column.name}`, column.enumValues] as const,
        ),
      ),
    );
    choicesKnown.set(db, known);
  }
  return known;
}

/** Names of ours. They are typed, shown and completed in terminals, and stand in paths and addresses. */
const OWN_IDS: readonly string[] = [
  'local_conversation_id',
  'anchor_id',
  'final_anchor_id',
  'turn_id',
  'job_id',
  'client_id',
  'instruction_id',
  'approval_id',
  'artifact_id',
  'rule_id',
];

/** A file from elsewhere may hold anything: no value of it may break what reads it, nor name a file of ours. */
function checkValue(db: Db, table: string, name: string, value: string): void {
  const choices = choicesOf(db).get(`${table}.${name}`) ?? [];
  if (choices.length > 0 && !choices.includes(value))
    throw new ImportFault(`row.${name}: is one of ${choices.join(', ')}.`);
  // guard: import-ids
  if (OWN_IDS.includes(name) && !/^\w[\w.-]{0,255}$/.test(value))
    throw new ImportFault(`row.${name}: is letters, digits, dots and dashes, 256 at most.`);
  if (name === 'media_type' && !/^[!-~][ -~]{0,399}$/.test(value))
    throw new ImportFault(`row.${name}: is a media type, such as text/plain.`);
  // guard: import-names
  if (name === 'sha256' && !/^[0-9a-f]{64}$/.test(value))
    throw new ImportFault(`row.${name}: is a SHA-256 in hex.`);
  if (name.endsWith('_json')) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      throw new ImportFault(`row.${name}: is not JSON.`);
    }
    // What shows such rows shows all of them, or none.
    if (name === 'params_pattern_json' && isGroup(parsed) && !isTexts(Object.values(parsed)))
      throw new ImportFault(`row.${name}: is an object of patterns.`);
    const isList = name === 'chain_json';
    // guard: import-shapes
    if (isList ? !isTexts(parsed) : !isGroup(parsed))
      throw new ImportFault(`row.${name}: is ${isList ? 'a list of texts' : 'an object'}.`);
  }
}

/**
 * Writes rows of one conversation as they are, inside the transaction under way, and has their texts found. What is
 * missing of the words of others in it is filled in.
 */
export function importRows(db: Db, lines: readonly ExportLine[]): void {
  const statements = new Map<string, Database.Statement<Value[]>>();
  for (const { table, row } of lines) {
    if (RETIRED.includes(table)) continue;
    const names = Object.keys(row);
    const text = `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`;
    const statement = statements.get(text) ?? db.$client.prepare<Value[]>(text);
    statements.set(text, statement);
    statement.run(...names.map((name) => row[name] ?? null));
    indexRow(db, table, row);
  }
  const key = lines[0]?.row['conversation_key'] ?? null;
  // guard: import-foreign-words
  for (const rows of FOREIGN_WORDS)
    db.$client
      .prepare<Value[]>(
        `insert or ignore into foreign_words (conversation_key, source, source_id, words, is_loose, at)
         select * from (${rows}) where conversation_key = ?`,
      )
      .run(key);
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
