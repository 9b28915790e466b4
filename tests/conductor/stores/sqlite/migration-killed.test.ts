import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import { bundleEntry } from '../../../kit/bundle-entry.ts';
import { runEntry } from '../../../kit/run-entry.ts';
import { tempDir } from '../../../kit/running-conductor.ts';

const OPEN = 'tests/kit/open-killed-at.ts';
/** Statements that it is killed before: the first, one in the middle, and the last. */
const SAMPLE = 3;

/** The schema, and what was applied. */
function contentOf(file: string): object {
  const db = new Database(file, { readonly: true });
  const all = (sql: string): unknown[] => db.prepare(sql).all();
  const content = {
    schema: all('select name, sql from sqlite_master order by name'),
    applied: all('select hash from __drizzle_migrations order by created_at'),
    faults: all('pragma foreign_key_check'),
    integrity: all('pragma integrity_check'),
  };
  db.close();
  return content;
}

it('migrations that are killed are finished by the next start', async () => {
  const whole = join(tempDir(), 'baton.db');
  const entry = await bundleEntry(OPEN);
  const { stdout } = await runEntry(entry, [whole]);
  const statements = Number(stdout);
  expect(statements).toBeGreaterThan(SAMPLE);

  for (let nth = 0; nth < SAMPLE; nth += 1) {
    const killAt = 1 + Math.round((nth * (statements - 1)) / (SAMPLE - 1));
    const file = join(tempDir(), 'baton.db');
    const killed = await runEntry(entry, [file], { KILL_AT: String(killAt) });
    expect(killed, `killed before statement ${killAt}`).toMatchObject({ code: null, stdout: '' });
    openDatabase(file).$client.close();
    expect(contentOf(file), `killed before statement ${killAt}`).toEqual(contentOf(whole));
  }
});
