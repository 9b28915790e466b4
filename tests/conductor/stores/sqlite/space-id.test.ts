import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { expect, it, onTestFinished } from 'vitest';

import { MIGRATIONS } from '../../../../conductor/src/program-files.ts';
import { openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import {
  checkRow,
  exportLines,
  importRows,
} from '../../../../conductor/src/stores/sqlite/export-rows.ts';
import { tempDir } from '../../../kit/running-conductor.ts';

const KEY = 'chatgpt/a';

const CONVERSATION = {
  conversation_key: KEY,
  platform: 'chatgpt',
  remote_conversation_id: 'a',
  local_conversation_id: 'local-a',
  mode: 'auto',
  final_timeout_ms: 1,
  created_at: 1,
  updated_at: 1,
};

const EVENT = {
  type: 'conversation.created',
  subject_id: 'local-a',
  conversation_key: KEY,
  actor: 'conductor',
  at: 1,
  detail_json: '{}',
};

/** The tables of a database that are Baton's own. */
const TABLES = `select name from pragma_table_list where schema = 'main' and type = 'table'
  and name not like 'sqlite_%' and name <> '__drizzle_migrations' order by name`;

function opened(file = join(tempDir(), 'baton.db')) {
  const db = openDatabase(file);
  onTestFinished(() => void db.$client.close());
  return db;
}

/** A database as the Baton before made it, with a conversation in it. */
function olderDatabase(): string {
  const dir = tempDir();
  const migrations = join(dir, 'migrations');
  cpSync(MIGRATIONS, migrations, { recursive: true });
  const journal = join(migrations, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: { tag: string }[];
  };
  const before = entries.findIndex(({ tag }) => tag.endsWith('_add_space_id'));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, before) }));
  const file = join(dir, 'baton.db');
  const client = new Database(file);
  migrate(drizzle({ client }), { migrationsFolder: migrations });
  insert(client, 'conversations', CONVERSATION);
  insert(client, 'events', EVENT);
  client.close();
  return file;
}

function insert(client: Database.Database, table: string, row: object): void {
  const names = Object.keys(row);
  const values = names.map((name) => `@${name}`).join();
  client.prepare(`insert into ${table} (${names.join()}) values (${values})`).run(row);
}

it('every table says of what space its rows are', () => {
  const { $client } = opened();
  const tables = $client.prepare<[], { name: string }>(TABLES).all();
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const columns = $client.pragma(`table_info(${name})`) as { name: string; notnull: number }[];
    const own = columns.find((column) => column.name === 'space_id');
    expect(own, name).toMatchObject({ notnull: 1, dflt_value: "'local'" });
  }
});

it('rows from before it are of the one space there was', () => {
  const { $client } = opened(olderDatabase());
  for (const table of ['conversations', 'events'])
    expect($client.prepare(`select space_id from ${table}`).all()).toEqual([{ space_id: 'local' }]);
  expect($client.pragma('foreign_key_check')).toEqual([]);
});

it('an export goes without it, and an import cannot choose it', () => {
  const db = opened();
  importRows(db, [
    { table: 'conversations', row: CONVERSATION },
    { table: 'events', row: EVENT },
  ]);
  const lines = [...exportLines(db, KEY)];
  expect(lines).toHaveLength(2);
  for (const { row } of lines) expect(Object.keys(row)).not.toContain('space_id');
  for (const line of lines) checkRow(db, line);
  const elsewhere = { table: 'conversations', row: { ...CONVERSATION, space_id: 'other' } };
  expect(() => checkRow(db, elsewhere)).toThrow('row.space_id: conversations has no such field.');
});

it('an import cannot choose what number an event has', () => {
  const line = { table: 'events', row: { ...EVENT, event_id: Number.MAX_SAFE_INTEGER } };
  expect(() => checkRow(opened(), line)).toThrow('row.event_id: events has no such field.');
});
