import type Database from 'better-sqlite3';

import type { Reads } from '../../engine/reads.ts';
import type { SqliteParts } from './parts.ts';
import { createStatements, type Statements } from './statements.ts';

/** The reads of all features on one database. */
export function createReads(client: Database.Database, parts: SqliteParts['reads']): Reads {
  const statements = createStatements(client);
  return Object.fromEntries(
    Object.entries(parts).map(([name, read]) => [
      name,
      (...args: unknown[]) =>
        (read as (statements: Statements, ...args: unknown[]) => unknown)(statements, ...args),
    ]),
  ) as unknown as Reads;
}
