import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { faceQueries } from './queries.sqlite.ts';

import type { FaceTables } from './rows.ts';
import type * as queries from './queries.ts';

export const faceSqlite = sqliteImplementation<FaceTables, typeof queries, unknown>({
  schema,
  tables: {
    faceSessions: {
      table: schema.faceSessions,
      key: schema.faceSessions.sessionId,
      name: 'sessionId',
    },
  },
  queries: faceQueries,
});
