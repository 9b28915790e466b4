import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { faceQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as queries from './queries.ts';

export const faceSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.FACE_SESSIONS, {
      table: schema.faceSessions,
      key: schema.faceSessions.sessionId,
      name: 'sessionId',
    }),
  ],
  queries: faceQueries,
});
