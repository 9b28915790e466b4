import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { spaceId, version } from '../../../stores/sqlite/columns.ts';
import { belongsTo } from '../conversations/tables.sqlite.ts';

export const artifacts = sqliteTable(
  'artifacts',
  {
    artifactId: text('artifact_id').primaryKey(),
    conversationKey: belongsTo(),
    instructionId: text('instruction_id'),
    name: text('name').notNull(),
    mediaType: text('media_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('artifacts_of').on(t.conversationKey, t.createdAt),
    index('artifacts_newest').on(t.createdAt, t.artifactId),
    index('artifacts_content').on(t.sha256),
  ],
);

export const artifactCopies = sqliteTable(
  'artifact_copies',
  {
    copyKey: text('copy_key').primaryKey(),
    sha256: text('sha256').notNull(),
    place: text('place').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    status: text('status', { enum: ['putting', 'kept', 'removing'] }).notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('artifact_copies_of').on(t.sha256, t.place, t.status),
    index('artifact_copies_oldest').on(t.place, t.status, t.updatedAt, t.sha256),
    check('artifact_copies_status', sql`${t.status} in ('putting', 'kept', 'removing')`),
  ],
);
