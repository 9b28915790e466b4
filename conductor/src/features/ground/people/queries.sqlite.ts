import { asc, desc, eq, sql } from 'drizzle-orm';

import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { faceSessions } from './tables.sqlite.ts';

import type * as queries from './queries.ts';

const lastUsedFirst = preparedQuery((db) =>
  db
    .select()
    .from(faceSessions)
    .orderBy(desc(faceSessions.lastUsedAt), asc(faceSessions.sessionId))
    .prepare(),
);

const byId = preparedQuery((db) =>
  db
    .select()
    .from(faceSessions)
    .where(eq(faceSessions.sessionId, sql.placeholder('sessionId')))
    .prepare(),
);

export const faceQueries: QueryImplementations<typeof queries> = {
  faceSessions: (db) => lastUsedFirst(db).all(),
  faceSession: (db, { sessionId }) => byId(db).get({ sessionId }) ?? null,
};
