import { asc, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm';

import { MAX_SEQ } from '../../../../../shared/protocol/index.ts';
import type { OutgoingFrame } from '../../../engine/plan.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { rowList, rowOf } from '../../../stores/sqlite/row-list.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { clients, outbox } from '../../../stores/sqlite/tables.ts';

import type * as queries from './queries.ts';

const clientById = rowList(clients, clients.clientId);

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

export const browsersQueries: QueryImplementations<typeof queries> = {
  shownClients: (db) => shownClients(db).all(),
  client: (db, { clientId }) => rowOf(db, clientById, clientId),
  overcountedClients: (db) =>
    db
      .select({ clientId: clients.clientId })
      .from(clients)
      .where(or(gt(clients.lastSentSeq, MAX_SEQ), gt(clients.lastReceivedSeq, MAX_SEQ)))
      .all()
      .map(({ clientId }) => clientId),
  framesFor: (db, { clientId }) =>
    db
      .select({ frameJson: outbox.frameJson })
      .from(outbox)
      .where(eq(outbox.clientId, clientId))
      .orderBy(asc(outbox.seq))
      .all()
      .map(({ frameJson }) => unnumbered(frameJson)),
  clientByTokenHash: (db, asked) => byTokenHash(db).get(asked) ?? null,
  // guard: revoked-origin
  pairedClients: (db) => db.select().from(clients).where(isNull(clients.revokedAt)).all(),
};

function unnumbered(frameJson: string): OutgoingFrame['frame'] {
  const { v: _v, id: _id, seq: _seq, ...frame } = JSON.parse(frameJson) as Record<string, unknown>;
  return frame as unknown as OutgoingFrame['frame'];
}
