import { and, asc, desc, eq, getTableColumns, inArray, notExists, sql } from 'drizzle-orm';

import { pagedQuery } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import { conversations } from '../conversations/tables.sqlite.ts';
import { artifactCopies, artifacts } from './tables.sqlite.ts';
import { pageWithin } from '../conversations/feature.ts';

import type * as queries from './queries.ts';

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

/** Contents that an artifact names and that place is not known to keep; which place, the query says. */
function uncopied(db: Db, place: string) {
  const kept = db
    .select({ one: sql`1` })
    .from(artifactCopies)
    .where(
      and(
        eq(artifactCopies.sha256, artifacts.sha256),
        eq(artifactCopies.place, place),
        eq(artifactCopies.status, 'kept'),
      ),
    );
  return db
    .selectDistinct({ sha256: artifacts.sha256, sizeBytes: artifacts.sizeBytes })
    .from(artifacts)
    .where(notExists(kept));
}

export const artifactsQueries: QueryImplementations<typeof queries> = {
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
  artifactCopy: (db, { sha256, place }) =>
    db
      .select()
      .from(artifactCopies)
      .where(and(eq(artifactCopies.sha256, sha256), eq(artifactCopies.place, place)))
      .get() ?? null,
  contentsToCopy: (db, { place, limit }) => uncopied(db, place).limit(limit).all(),
  copiesToRemove: (db, { place, limit }) =>
    db
      .select()
      .from(artifactCopies)
      .where(
        and(
          eq(artifactCopies.place, place),
          notExists(
            db
              .select({ one: sql`1` })
              .from(artifacts)
              .where(eq(artifacts.sha256, artifactCopies.sha256)),
          ),
        ),
      )
      .limit(limit)
      .all(),
  copiesKept: (db, { place, after, limit }) =>
    db
      .select()
      .from(artifactCopies)
      .where(
        and(
          eq(artifactCopies.place, place),
          eq(artifactCopies.status, 'kept'),
          after === null
            ? undefined
            : sql`(${artifactCopies.updatedAt}, ${artifactCopies.sha256}) > (${after.updatedAt}, ${after.sha256})`,
        ),
      )
      .orderBy(asc(artifactCopies.updatedAt), asc(artifactCopies.sha256))
      .limit(limit)
      .all(),
  copiesInNumbers: (db, { place }) => {
    const kept = db
      .select({
        count: sql<number>`count(*)`,
        bytes: sql<number>`coalesce(sum(${artifactCopies.sizeBytes}), 0)`,
      })
      .from(artifactCopies)
      .where(and(eq(artifactCopies.place, place), eq(artifactCopies.status, 'kept')))
      .get();
    const waiting = uncopied(db, place).all().length;
    return { kept: kept?.count ?? 0, keptBytes: kept?.bytes ?? 0, waiting };
  },
};
