import { sqliteParts, type ReadsOf } from '../../stores/sqlite/parts.ts';
import * as schema from '../../stores/sqlite/schema.ts';
import { artifactsQueries } from './queries.sqlite.ts';
import type { ArtifactsQueries } from './queries.ts';
import * as artifactReads from './reads.sqlite.ts';
import type { ArtifactsTables } from './rows.ts';

interface ArtifactReads extends ReadsOf<typeof artifactReads> {}

/** What the feature has in SQLite. */
export const artifactsSqlite = sqliteParts<ArtifactsTables, ArtifactsQueries, unknown>({
  tables: {
    artifacts: { table: schema.artifacts, key: schema.artifacts.artifactId, name: 'artifactId' },
  },
  queries: artifactsQueries,
  reads: { ...artifactReads },
});

declare module '../../engine/reads.ts' {
  interface Reads extends ArtifactReads {}
}
