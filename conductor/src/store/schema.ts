import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';

/** Columns by the names of seed 003; times are epoch milliseconds. */
const version = integer('version').notNull().default(1);
const belongsTo = () =>
  text('conversation_key')
    .$type<ConversationKey>()
    .notNull()
    .references(() => conversations.conversationKey, { onUpdate: 'cascade', onDelete: 'cascade' });

export const conversations = sqliteTable(
  'conversations',
  {
    conversationKey: text('conversation_key').$type<ConversationKey>().primaryKey(),
    platform: text('platform').notNull(),
    remoteConversationId: text('remote_conversation_id').notNull(),
    localConversationId: text('local_conversation_id').notNull(),
    mode: text('mode', { enum: ['auto', 'manual', 'paused', 'draining'] }).notNull(),
    modeSetAt: integer('mode_set_at'),
    pauseReason: text('pause_reason'),
    title: text('title'),
    latestAssistantMessageId: text('latest_assistant_message_id'),
    latestObservedAt: integer('latest_observed_at'),
    finalTimeoutMs: integer('final_timeout_ms').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    version,
  },
  (t) => [
    uniqueIndex('conversations_local_id').on(t.localConversationId),
    check('conversations_mode', sql`${t.mode} in ('auto', 'manual', 'paused', 'draining')`),
  ],
);

export const conversationAliases = sqliteTable(
  'conversation_aliases',
  {
    aliasKey: text('alias_key').$type<ConversationKey>().primaryKey(),
    conversationKey: belongsTo(),
    createdAt: integer('created_at').notNull(),
    version,
  },
  (t) => [index('conversation_aliases_of').on(t.conversationKey)],
);

export const messageAnchors = sqliteTable(
  'message_anchors',
  {
    anchorId: text('anchor_id').primaryKey(),
    conversationKey: belongsTo(),
    assistantMessageId: text('assistant_message_id').notNull(),
    observedAt: integer('observed_at').notNull(),
    source: text('source', { enum: ['browser.final_message', 'snapshot', 'replay'] }).notNull(),
    rawText: text('raw_text').notNull(),
    diagnosticTabId: integer('diagnostic_tab_id'),
    diagnosticPageUrl: text('diagnostic_page_url'),
    version,
  },
  (t) => [uniqueIndex('message_anchors_once').on(t.conversationKey, t.assistantMessageId)],
);

export const deliveryJobs = sqliteTable(
  'delivery_jobs',
  {
    jobId: text('job_id').primaryKey(),
    conversationKey: belongsTo(),
    assistantMessageId: text('assistant_message_id'),
    messageText: text('message_text').notNull(),
    deliveryKind: text('delivery_kind', { enum: ['proxy_delivery', 'renewal'] }).notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    status: text('status', {
      enum: ['pending', 'dispatched', 'acked', 'finalized', 'retry_wait', 'failed'],
    }).notNull(),
    attemptCount: integer('attempt_count').notNull(),
    maxAttempts: integer('max_attempts').notNull(),
    lastErrorCode: text('last_error_code').$type<ErrorCode>(),
    lastErrorText: text('last_error_text'),
    clientId: text('client_id'),
    reconcile: integer('reconcile', { mode: 'boolean' }).notNull(),
    dueAt: integer('due_at'),
    userMessageId: text('user_message_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    version,
  },
  (t) => [
    uniqueIndex('delivery_jobs_dedupe').on(t.dedupeKey),
    index('delivery_jobs_queue').on(t.conversationKey, t.status, t.createdAt),
    index('delivery_jobs_in_flight')
      .on(t.status, t.clientId)
      .where(sql`${t.status} in ('dispatched', 'acked')`),
    index('delivery_jobs_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    check(
      'delivery_jobs_status',
      sql`${t.status} in ('pending', 'dispatched', 'acked', 'finalized', 'retry_wait', 'failed')`,
    ),
  ],
);

export const instructions = sqliteTable(
  'instructions',
  {
    instructionId: text('instruction_id').primaryKey(),
    anchorId: text('anchor_id')
      .notNull()
      .references(() => messageAnchors.anchorId, { onDelete: 'cascade' }),
    conversationKey: belongsTo(),
    position: integer('position').notNull(),
    target: text('target').notNull(),
    tool: text('tool').notNull(),
    paramsJson: text('params_json').notNull(),
    risk: text('risk', { enum: ['low', 'medium', 'high'] }).notNull(),
    idempotent: integer('idempotent', { mode: 'boolean' }).notNull(),
    status: text('status', {
      enum: ['pending', 'awaiting_approval', 'running', 'succeeded', 'failed', 'outcome_unknown'],
    }).notNull(),
    resultText: text('result_text'),
    resultFormat: text('result_format', { enum: ['text', 'json'] }).notNull(),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorText: text('error_text'),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    version,
  },
  (t) => [
    uniqueIndex('instructions_once').on(t.anchorId, t.position),
    index('instructions_of').on(t.conversationKey),
    index('instructions_unfinished')
      .on(t.status)
      .where(sql`${t.status} in ('pending', 'running')`),
  ],
);

export const approvals = sqliteTable(
  'approvals',
  {
    approvalId: text('approval_id').primaryKey(),
    instructionId: text('instruction_id')
      .notNull()
      .references(() => instructions.instructionId, { onDelete: 'cascade' }),
    conversationKey: belongsTo(),
    decision: text('decision', { enum: ['open', 'approved', 'denied'] }).notNull(),
    reason: text('reason'),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    version,
  },
  (t) => [
    uniqueIndex('approvals_once').on(t.instructionId),
    index('approvals_of').on(t.conversationKey),
  ],
);

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
  },
  (t) => [
    index('events_of').on(t.conversationKey, t.eventId),
    index('events_about').on(t.subjectId),
  ],
);
