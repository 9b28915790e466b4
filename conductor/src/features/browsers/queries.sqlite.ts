import { eq, isNull, sql } from 'drizzle-orm';

import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import type { QueryParts } from '../../stores/sqlite/parts.ts';
import { clients } from '../../stores/sqlite/schema.ts';
import type { BrowsersQueries } from './queries.ts';

const clientById = preparedQuery((db) =>
  db
    .select()
    .from(clients)
    .where(eq(clients.clientId, sql.placeholder('clientId')))
    .prepare(),
);

export const browsersQueries: QueryParts<BrowsersQueries> = {
  client: (db, { clientId }) => clientById(db).get({ clientId }) ?? null,
  pairedClients: (db) => db.select().from(clients).where(isNull(clients.revokedAt)).all(),
};
