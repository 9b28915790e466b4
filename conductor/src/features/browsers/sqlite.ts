import { sqliteParts, type ReadsOf } from '../../stores/sqlite/parts.ts';
import * as schema from '../../stores/sqlite/schema.ts';
import { browsersQueries } from './queries.sqlite.ts';
import type { BrowsersQueries } from './queries.ts';
import * as browserReads from './reads.sqlite.ts';
import type { BrowsersTables } from './rows.ts';

interface BrowserReads extends ReadsOf<typeof browserReads> {}

/** What the feature has in SQLite. */
export const browsersSqlite = sqliteParts<BrowsersTables, BrowsersQueries, unknown>({
  tables: {
    clients: { table: schema.clients, key: schema.clients.clientId, name: 'clientId' },
  },
  queries: browsersQueries,
  reads: { ...browserReads },
});

declare module '../../engine/reads.ts' {
  interface Reads extends BrowserReads {}
}
