import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';

import { MIGRATIONS } from '../../conductor/src/program-files.ts';
import { tempDir } from './running-conductor.ts';

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

/** What an older database holds, by table. */
export const OLDER_ROWS = { conversations: CONVERSATION, events: EVENT } as const;

/**
 * A database with the schema before a migration, with a conversation and an event in it. Returns its file.
 *
 * @param migration The end of the migration's name, as `add_space_id`.
 */
export function olderDatabase(migration: string): string {
  const dir = tempDir();
  const migrations = join(dir, 'migrations');
  cpSync(MIGRATIONS, migrations, { recursive: true });
  const journal = join(migrations, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: { tag: string }[];
  };
  const before = entries.findIndex(({ tag }) => tag.endsWith(`_${migration}`));
  if (before < 1) throw new Error(`no migration ${migration} after the first`);
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, before) }));
  const file = join(dir, 'baton.db');
  const client = new Database(file);
  migrate(drizzle({ client }), { migrationsFolder: migrations });
  for (const [table, row] of Object.entries(OLDER_ROWS)) {
    const names = Object.keys(row);
    const values = names.map((name) => `@${name}`).join();
    client.prepare(`insert into ${table} (${names.join()}) values (${values})`).run(row);
  }
  client.close();
  return file;
}
