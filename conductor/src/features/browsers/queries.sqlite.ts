import { asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';

import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import type { QueryParts } from '../../stores/sqlite/parts.ts';
import { clients } from '../../stores/sqlite/tables.ts';
import type { BrowsersQueries } from './queries.ts';

const clientById = preparedQuery((db) =>
  db
    .select()
    .from(clients)
    .where(eq(clients.clientId, sql.placeholder('clientId')))
    .prepare(),
);

const byTokenHash = preparedQuery((db) =>
  db
    .select()
    .from(clients)
    .where(eq(clients.tokenHash, sql.placeholder('tokenHash')))
    .prepare(),
);

const shownClients = preparedQuery((db) =>
  db
    .select({
      client: getTableColumns(clients),
      outbox: sql<number>`(select count(*) from outbox o where o.client_id = clients.client_id)`,
    })
    .from(clients)
    .where(isNull(clients.revokedAt))
    .orderBy(asc(clients.createdAt), asc(clients.clientId))
    .prepare(),
);

export const browsersQueries: QueryParts<BrowsersQueries> = {
  shownClients: (db) => shownClients(db).all(),
  client: (db, { clientId }) => clientById(db).get({ clientId }) ?? null,
  clientByTokenHash: (db, asked) => byTokenHash(db).get(asked) ?? null,
  pairedClients: (db) => db.select().from(clients).where(isNull(clients.revokedAt)).all(),
};
