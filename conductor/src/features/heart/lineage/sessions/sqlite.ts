import { sqliteImplementation } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { sessionsQueries } from './queries.sqlite.ts';

import type { SessionsTables } from './rows.ts';
import * as schema from './tables.sqlite.ts';
import type * as queries from './queries.ts';

export const sessionsSqlite = sqliteImplementation<SessionsTables, typeof queries, unknown>({
  schema,
  tables: {
    chatSessions: {
      table: schema.chatSessions,
      key: schema.chatSessions.chatSessionId,
      name: 'chatSessionId',
    },
  },
  queries: sessionsQueries,
});
