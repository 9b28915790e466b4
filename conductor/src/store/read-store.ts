import type Database from 'better-sqlite3';

import * as conversations from './reads/read-conversations.ts';
import * as messages from './reads/read-messages.ts';
import * as service from './reads/read-service.ts';
import * as work from './reads/read-work.ts';
import { searchMessages } from './reads/search-messages.ts';
import { createStatements, type Statements } from './reads/statements.ts';

type Bind<F> = F extends (statements: Statements, ...args: infer Args) => infer Answer
  ? (...args: Args) => Answer
  : never;
type Bound<Functions> = { readonly [Name in keyof Functions]: Bind<Functions[Name]> };

const READS = { ...conversations, ...messages, ...service, ...work, searchMessages };

/** What is committed, read at once and outside of steps: lists, single rows, counts. Changes nothing. */
export type ReadStore = Bound<typeof READS>;

export function createReadStore(client: Database.Database): ReadStore {
  const statements = createStatements(client);
  return Object.fromEntries(
    Object.entries(READS).map(([name, read]) => [
      name,
      (...args: unknown[]) =>
        (read as (statements: Statements, ...args: unknown[]) => unknown)(statements, ...args),
    ]),
  ) as ReadStore;
}
