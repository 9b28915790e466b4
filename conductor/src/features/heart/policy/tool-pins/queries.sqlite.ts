import { eq, inArray, isNotNull, sql } from 'drizzle-orm';

import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';

import { toolPins } from './tables.sqlite.ts';
import type * as queries from './queries.ts';

const byId = preparedQuery((db) =>
  db
    .select()
    .from(toolPins)
    .where(eq(toolPins.toolId, sql.placeholder('toolId')))
    .prepare(),
);

const changed = preparedQuery((db) =>
  db.select().from(toolPins).where(isNotNull(toolPins.changed)).orderBy(toolPins.toolId).prepare(),
);

export const toolPinsQueries: QueryImplementations<typeof queries> = {
  toolPin: (db, asked) => byId(db).get(asked) ?? null,
  changedTools: (db) => changed(db).all(),
  toolPins: (db, { toolIds }) =>
    db
      .select()
      .from(toolPins)
      .where(inArray(toolPins.toolId, [...toolIds]))
      .all(),
};
