import Database from 'better-sqlite3';

import { openDatabase } from '../../conductor/src/stores/sqlite/open-database.ts';

/**
 * Opens a database (`<file>`), which brings its schema up to date, and kills itself with SIGKILL right before the n-th
 * statement that changes it (KILL_AT=n; 0: never). Says how many there were.
 */
const killAt = Number(process.env['KILL_AT'] ?? 0);
let statements = 0;

const probe = new Database(':memory:');
const statement = Object.getPrototypeOf(probe.prepare('select 1')) as Database.Statement;
probe.close();
const run = Reflect.get(statement, 'run') as (...params: unknown[]) => Database.RunResult;
statement.run = function counted(this: Database.Statement, ...params: unknown[]) {
  statements += 1;
  if (statements === killAt) process.kill(process.pid, 'SIGKILL');
  return Reflect.apply(run, this, params);
};

openDatabase(process.argv[2] ?? '').$client.close();
process.stdout.write(String(statements));
