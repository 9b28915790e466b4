import { kept, sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { sessionsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

export const sessionsSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.CHAT_SESSIONS, {
      table: schema.chatSessions,
      key: schema.chatSessions.chatSessionId,
      name: 'chatSessionId',
    }),
  ],
  queries: sessionsQueries,
});
