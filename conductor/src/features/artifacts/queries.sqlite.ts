import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';

import { pagedQuery } from '../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { conversations } from '../conversations/tables.sqlite.ts';
import { artifacts } from './tables.sqlite.ts';
import { pageWithin } from '../conversations/feature.ts';
import type { ArtifactsQueries } from './queries.ts';

const SHOWN = {
  artifact: getTableColumns(artifacts),
  localConversationId: conversations.localConversationId,
};

const ofItsConversation = eq(conversations.conversationKey, artifacts.conversationKey);

const shownArtifacts = pagedQuery({
  key: [artifacts.createdAt, artifacts.artifactId],
  filters: {
    conversationKey: eq(artifacts.conversationKey, sql.placeholder('conversationKey')),
    type: sql`${artifacts.mediaType} glob ${sql.placeholder('type')}`,
  },
  build: (db, { where, orderBy, limit }) =>
    db
      .select(SHOWN)
      .from(artifacts)
      .crossJoin(conversations)
      .where(and(ofItsConversation, where))
      .orderBy(...orderBy)
      .limit(limit)
      .prepare(),
  keyOf: ({ artifact: { createdAt, artifactId } }) => [createdAt, artifactId],
});

const shownArtifact = preparedQuery((db) =>
  db
    .select(SHOWN)
    .from(artifacts)
    .innerJoin(conversations, ofItsConversation)
    .where(eq(artifacts.artifactId, sql.placeholder('artifactId')))
    .prepare(),
);

export const artifactsQueries: QueryImplementations<ArtifactsQueries> = {
  shownArtifact: (db, asked) => shownArtifact(db).get(asked) ?? null,
  shownArtifacts: (db, { conversation, type, page }) =>
    pageWithin(db, conversation, (conversationKey) =>
      shownArtifacts(db, { conversationKey, type }, page),
    ),
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
