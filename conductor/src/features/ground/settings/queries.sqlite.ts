import { eq, sql } from 'drizzle-orm';

import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { settings } from './tables.sqlite.ts';

import type * as queries from './queries.ts';

const settingOf = preparedQuery((db) =>
  db
    .select()
    .from(settings)
    .where(eq(settings.name, sql.placeholder('name')))
    .prepare(),
);

export const settingsQueries: QueryImplementations<typeof queries> = {
  settings: (db) => db.select().from(settings).all(),
  setting: (db, { name }) => settingOf(db).get({ name }) ?? null,
};
