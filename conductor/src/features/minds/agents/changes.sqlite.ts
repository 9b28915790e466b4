import { eq, sql } from 'drizzle-orm';

import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type * as changes from './changes.ts';
import { agentStreamRows } from './tables.sqlite.ts';
import type { GivenTo } from '../../../engine/handle.ts';

const insertRow = preparedQuery((db) =>
  db
    .insert(agentStreamRows)
    .values({
      runId: sql.placeholder('runId'),
      first: sql.placeholder('first'),
      count: sql.placeholder('count'),
      body: sql.placeholder('body'),
    })
    .prepare(),
);

const dropRows = preparedQuery((db) =>
  db
    .delete(agentStreamRows)
    .where(eq(agentStreamRows.runId, sql.placeholder('runId')))
    .prepare(),
);

export function appendStreamRow(
  db: Db,
  { runId, first, count, body }: GivenTo<typeof changes.appendAgentStream>,
): void {
  insertRow(db).run({ runId, first, count, body });
}

export function dropStreamRows(db: Db, { runId }: GivenTo<typeof changes.dropAgentStream>): void {
  dropRows(db).run({ runId });
}
