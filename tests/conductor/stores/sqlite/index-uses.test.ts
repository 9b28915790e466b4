import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import { SQLITE_PARTS } from '../../../../conductor/src/features.ts';
import { openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import { runQueries } from '../../../../conductor/src/stores/sqlite/run-queries.ts';
import { tempDir } from '../../../kit/running-conductor.ts';
import { INDEX_USES } from './index-uses.ts';

/** Notes each statement that is run, as SQLite gets it. */
function recordRuns(): Set<string> {
  const ran = new Set<string>();
  const driver = Database.prototype as unknown as { prepare: (source: string) => object };
  const { prepare } = driver;
  driver.prepare = function record(source) {
    const statement = prepare.call(this, source);
    for (const way of ['all', 'get'] as const) {
      const run = (statement as Record<typeof way, (...values: unknown[]) => unknown>)[way];
      Object.assign(statement, {
        [way]: (...values: unknown[]) => {
          ran.add(source);
          return run.apply(statement, values);
        },
      });
    }
    return statement;
  };
  onTestFinished(() => {
    driver.prepare = prepare;
  });
  return ran;
}

test('each index has the query that needs it, or the rule that it keeps', () => {
  const ran = recordRuns();
  const db = openDatabase(join(tempDir(), 'baton.db'));
  const client = db.$client;
  onTestFinished(() => void client.close());
  const all = (sql: string, ...values: string[]) =>
    client.prepare<string[], Record<string, unknown>>(sql).all(...values);
  const goesBy = (index: string, source: string): boolean =>
    client
      .prepare<null[], { detail: string }>(`explain query plan ${source}`)
      .all(...(source.match(/\?/g) ?? []).map(() => null))
      .some(({ detail }) => new RegExp(` INDEX ${index}\\b`).test(detail));
  const indexes = all(
    `select name, tbl_name as "table", sql from sqlite_master where type = 'index' and sql is not null order by name`,
  ) as { name: string; table: string; sql: string }[];
  const isNeeded = ({ name, table, sql }: (typeof indexes)[number]): boolean => {
    const use = INDEX_USES[name];
    if (use === undefined) return false;
    if (use === 'rule') return sql.startsWith('CREATE UNIQUE');
    const first = all('select name from pragma_index_info(?) where seqno = 0', name)[0]?.['name'];
    if (use === 'parent')
      return all('select "from" from pragma_foreign_key_list(?)', table).some(
        (key) => key['from'] === first,
      );
    if (use === 'age') return goesBy(name, `select 1 from ${table} where ${String(first)} < ?`);
    ran.clear();
    if ('read' in use) use.read(db, 'none');
    else runQueries(db, SQLITE_PARTS.queries, { use });
    return [...ran].some((source) => goesBy(name, source));
  };
  expect(indexes.map(({ name }) => name)).toEqual(Object.keys(INDEX_USES).toSorted());
  expect(indexes.filter((index) => !isNeeded(index)).map(({ name }) => name)).toEqual([]);
});
