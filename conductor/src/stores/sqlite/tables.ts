import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { spaceId, version } from './columns.ts';

// What the store itself writes of every plan: frames, for whom they wait, and the trail. All other tables are of features.

export const clients = sqliteTable('clients', {
  clientId: text('client_id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  origin: text('origin').notNull(),
  browserName: text('browser_name').notNull(),
  browserVersion: text('browser_version').notNull(),
  createdAt: integer('created_at').notNull(),
  lastSeenAt: integer('last_seen_at').notNull(),
  revokedAt: integer('revoked_at'),
  lastReceivedSeq: integer('last_received_seq').notNull(),
  lastSentSeq: integer('last_sent_seq').notNull(),
  spaceId,
  version,
});

/** Frames a browser has not acked yet. */
export const outbox = sqliteTable(
  'outbox',
  {
    clientId: text('client_id')
      .notNull()
      .references(() => clients.clientId, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    frameJson: text('frame_json').notNull(),
    createdAt: integer('created_at').notNull(),
    spaceId,
  },
  (t) => [primaryKey({ columns: [t.clientId, t.seq] })],
);

/** The audit trail: append-only, written in the transaction of the change it records. */
export const events = sqliteTable(
  'events',
  {
    eventId: integer('event_id').primaryKey({ autoIncrement: true }),
    type: text('type').notNull(),
    subjectId: text('subject_id').notNull(),
    conversationKey: text('conversation_key'),
    actor: text('actor').notNull(),
    at: integer('at').notNull(),
    detailJson: text('detail_json').notNull(),
    spaceId,
  },
  (t) => [
    index('events_of').on(t.conversationKey, t.eventId),
    index('events_about').on(t.subjectId),
  ],
);
