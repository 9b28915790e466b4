import { desc, eq, inArray } from 'drizzle-orm';

import type { QueryParts } from '../../stores/sqlite/parts.ts';
import { artifacts } from '../../stores/sqlite/schema.ts';
import type { ArtifactsQueries } from './queries.ts';

export const artifactsQueries: QueryParts<ArtifactsQueries> = {
  artifact: (db, { artifactId }) =>
    db.select().from(artifacts).where(eq(artifacts.artifactId, artifactId)).get() ?? null,
  artifactsOf: (db, { conversationKey, limit }) =>
    db
      .select()
      .from(artifacts)
      .where(eq(artifacts.conversationKey, conversationKey))
      .orderBy(desc(artifacts.createdAt))
      .limit(limit)
      .all(),
  contentsInUse: (db, { sha256s }) =>
    db
      .selectDistinct({ sha256: artifacts.sha256 })
      .from(artifacts)
      .where(inArray(artifacts.sha256, [...sha256s]))
      .all()
      .map((row) => row.sha256),
};
