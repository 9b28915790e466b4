import { join } from 'node:path';

import Database from 'better-sqlite3';

import type { RunningConductor } from './running-conductor.ts';

/** Changes rows beside a running conductor, as no surface of it would. */
export function changeRow({ dataDir }: Pick<RunningConductor, 'dataDir'>, sql: string): void {
  const db = new Database(join(dataDir, 'baton.db'));
  try {
    db.prepare(sql).run();
  } finally {
    db.close();
  }
}
