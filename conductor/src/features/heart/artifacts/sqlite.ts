import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { artifactsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as queries from './queries.ts';

export const artifactsSqlite = sqliteImplementation<typeof queries, unknown>({
  schema,
  tables: [
    kept(rows.ARTIFACTS, {
      table: schema.artifacts,
      key: schema.artifacts.artifactId,
      name: 'artifactId',
    }),
    kept(rows.ARTIFACT_COPIES, {
      table: schema.artifactCopies,
      key: schema.artifactCopies.copyKey,
      name: 'copyKey',
    }),
  ],
  queries: artifactsQueries,
});
