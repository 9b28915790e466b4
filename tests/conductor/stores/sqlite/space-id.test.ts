import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import {
  checkRow,
  exportLines,
  importRows,
} from '../../../../conductor/src/stores/sqlite/export-rows.ts';
import { tempDir } from '../../../kit/running-conductor.ts';

const KEY = 'chatgpt/a';

const CONVERSATION = {
  conversation_key: 'chatgpt/a',
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
  conversation_key: 'chatgpt/a',
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
  const elsewhere = {
    table: 'conversations',
    row: { ...CONVERSATION, space_id: 'other' },
  };
  expect(() => checkRow(db, elsewhere)).toThrow('row.space_id: conversations has no such field.');
});

it('an import cannot choose what number an event has', () => {
  const line = {
    table: 'events',
    row: { ...EVENT, event_id: Number.MAX_SAFE_INTEGER },
  };
  expect(() => checkRow(opened(), line)).toThrow('row.event_id: events has no such field.');
});
