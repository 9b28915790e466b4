import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { spaceId, version } from '../../../stores/sqlite/columns.ts';

/** Browsers that are signed in to the web UI. */
export const faceSessions = sqliteTable(
  'face_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    scope: text('scope', { enum: ['watch', 'answer', 'full'] }).notNull(),
    host: text('host').notNull(),
    userAgent: text('user_agent').notNull(),
    bootId: text('boot_id').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    seenEventId: integer('seen_event_id').notNull().default(0),
    spaceId,
    version,
  },
  (t) => [check('face_sessions_scope', sql`${t.scope} in ('watch', 'answer', 'full')`)],
);
