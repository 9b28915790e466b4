import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import { artifactsQueries } from './queries.sqlite.ts';

import type { ArtifactsTables } from './rows.ts';
import type * as queries from './queries.ts';

export const artifactsSqlite = sqliteImplementation<ArtifactsTables, typeof queries, unknown>({
  schema,
  tables: {
    artifacts: { table: schema.artifacts, key: schema.artifacts.artifactId, name: 'artifactId' },
    artifactCopies: {
      table: schema.artifactCopies,
      key: schema.artifactCopies.copyKey,
      name: 'copyKey',
    },
  },
  queries: artifactsQueries,
});
