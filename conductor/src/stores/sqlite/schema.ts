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

import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../shared/model/error-codes.ts';

/** Times are epoch milliseconds. */
const version = integer('version').notNull().default(1);

const belongsTo = () =>
  text('conversation_key')
    .$type<ConversationKey>()
    .notNull()
    .references(() => conversations.conversationKey, { onUpdate: 'cascade', onDelete: 'cascade' });

const strings = (name: string) =>
  text(name, { mode: 'json' }).$type<readonly string[]>().notNull().default([]);

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
    customTitle: text('custom_title'),
    latestUserTurnAt: integer('latest_user_turn_at'),
    accountKey: text('account_key').notNull().default(''),
    staleAnchors: text('stale_anchors', { enum: ['rebase', 'ask'] })
      .notNull()
      .default('rebase'),
    finalTimeoutMs: integer('final_timeout_ms').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    version,
  },
  (t) => [
    uniqueIndex('conversations_local_id').on(t.localConversationId),
    index('conversations_recent').on(t.updatedAt, t.localConversationId),
    index('conversations_by_platform').on(t.platform, t.updatedAt),
    index('conversations_by_mode').on(t.mode, t.updatedAt),
    index('conversations_by_account').on(t.accountKey),
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

export const conversationLabels = sqliteTable(
  'conversation_labels',
  { conversationKey: belongsTo(), label: text('label').notNull() },
  (t) => [
    primaryKey({ columns: [t.conversationKey, t.label] }),
    index('conversation_labels_by_label').on(t.label),
  ],
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
    actionsHash: text('actions_hash'),
    chain: strings('chain_json'),
    diagnosticTabId: integer('diagnostic_tab_id'),
    diagnosticPageUrl: text('diagnostic_page_url'),
    version,
  },
  (t) => [
    uniqueIndex('message_anchors_once').on(t.conversationKey, t.assistantMessageId),
    index('message_anchors_in_order').on(t.conversationKey, t.observedAt),
  ],
);

export const userTurns = sqliteTable(
  'user_turns',
  {
    turnId: text('turn_id').primaryKey(),
    conversationKey: belongsTo(),
    userMessageId: text('user_message_id').notNull(),
    rawText: text('raw_text').notNull(),
    author: text('author', { enum: ['person', 'baton'] }).notNull(),
    jobId: text('job_id'),
    observedAt: integer('observed_at').notNull(),
    version,
  },
  (t) => [
    uniqueIndex('user_turns_once').on(t.conversationKey, t.userMessageId),
    index('user_turns_in_order').on(t.conversationKey, t.observedAt),
  ],
);

export const deliveryJobs = sqliteTable(
  'delivery_jobs',
  {
    jobId: text('job_id').primaryKey(),
    conversationKey: belongsTo(),
    assistantMessageId: text('assistant_message_id'),
    messageText: text('message_text').notNull(),
    deliveryKind: text('delivery_kind', { enum: ['proxy_delivery', 'renewal'] }).notNull(),
    origin: text('origin', { enum: ['reply', 'person', 'conversation', 'renewal'] })
      .notNull()
      .default('reply'),
    chain: strings('chain_json'),
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
    finalAnchorId: text('final_anchor_id'),
    dismissedAt: integer('dismissed_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    version,
  },
  (t) => [
    uniqueIndex('delivery_jobs_dedupe').on(t.dedupeKey),
    index('delivery_jobs_newest').on(t.createdAt, t.jobId),
    index('delivery_jobs_of').on(t.conversationKey, t.createdAt, t.jobId),
    index('delivery_jobs_ended_by')
      .on(t.finalAnchorId)
      .where(sql`${t.finalAnchorId} is not null`),
    index('delivery_jobs_by_status').on(t.status, t.createdAt),
    index('delivery_jobs_queue').on(t.conversationKey, t.status, t.createdAt),
    index('delivery_jobs_failed')
      .on(t.conversationKey, t.createdAt)
      .where(sql`${t.status} = 'failed' and ${t.dismissedAt} is null`),
    index('delivery_jobs_pending')
      .on(t.conversationKey, t.createdAt, t.jobId)
      .where(sql`${t.status} = 'pending'`),
    index('delivery_jobs_in_flight')
      .on(t.status, t.clientId)
      .where(sql`${t.status} in ('dispatched', 'acked')`),
    index('delivery_jobs_open')
      .on(t.conversationKey)
      .where(sql`${t.status} not in ('finalized', 'failed')`),
    index('delivery_jobs_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    check(
      'delivery_jobs_status',
      sql`${t.status} in ('pending', 'dispatched', 'acked', 'finalized', 'retry_wait', 'failed')`,
    ),
  ],
);

/** Which browser was given which try of a delivery. */
export const attemptHolders = sqliteTable(
  'attempt_holders',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => deliveryJobs.jobId, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    clientId: text('client_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.attempt] })],
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
    readOnly: integer('read_only', { mode: 'boolean' }).notNull().default(false),
    idempotent: integer('idempotent', { mode: 'boolean' }).notNull(),
    mayHaveRun: integer('may_have_run', { mode: 'boolean' }).notNull().default(false),
    status: text('status', {
      enum: [
        'pending',
        'awaiting_approval',
        'ready',
        'running',
        'succeeded',
        'failed',
        'outcome_unknown',
      ],
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
    index('instructions_of').on(t.conversationKey, t.createdAt),
    index('instructions_newest').on(t.createdAt, t.instructionId),
    index('instructions_open')
      .on(t.conversationKey)
      .where(sql`${t.status} not in ('succeeded', 'failed')`),
    index('instructions_unfinished')
      .on(t.status)
      .where(sql`${t.status} not in ('succeeded', 'failed')`),
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
    kind: text('kind', { enum: ['permission', 'outcome_unknown'] })
      .notNull()
      .default('permission'),
    decision: text('decision', {
      enum: ['open', 'approved', 'denied', 'expired', 'run_again', 'skipped', 'told', 'cancelled'],
    }).notNull(),
    quoted: integer('quoted', { mode: 'boolean' }).notNull().default(false),
    reason: text('reason'),
    expiresAt: integer('expires_at'),
    decidedBy: text('decided_by'),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    version,
  },
  (t) => [
    index('approvals_about').on(t.instructionId),
    index('approvals_of').on(t.conversationKey, t.createdAt),
    index('approvals_by_decision').on(t.decision, t.createdAt),
    index('approvals_expiring')
      .on(t.expiresAt)
      .where(sql`${t.expiresAt} is not null and ${t.decision} = 'open'`),
  ],
);

/** Actions that stand in what others than the assistant said in a conversation, or had delivered to it. */
export const foreignActions = sqliteTable(
  'foreign_actions',
  {
    conversationKey: belongsTo(),
    /** SHA-256 of the action's canonical form. */
    fingerprint: text('fingerprint').notNull(),
    source: text('source', { enum: ['turn', 'message', 'result'] }).notNull(),
    sourceId: text('source_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationKey, t.fingerprint] }),
    index('foreign_actions_by_age').on(t.at),
  ],
);

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
    version,
  },
  (t) => [
    index('artifacts_of').on(t.conversationKey, t.createdAt),
    index('artifacts_newest').on(t.createdAt, t.artifactId),
    index('artifacts_content').on(t.sha256),
  ],
);

export const policyRules = sqliteTable(
  'policy_rules',
  {
    ruleId: text('rule_id').primaryKey(),
    conversationKey: text('conversation_key')
      .$type<ConversationKey>()
      .references(() => conversations.conversationKey, {
        onUpdate: 'cascade',
        onDelete: 'cascade',
      }),
    toolPattern: text('tool_pattern').notNull(),
    paramsPattern: text('params_pattern_json', { mode: 'json' }).$type<
      Readonly<Record<string, string>>
    >(),
    decision: text('decision', { enum: ['run', 'ask', 'deny'] }).notNull(),
    reason: text('reason'),
    createdAt: integer('created_at').notNull(),
    version,
  },
  (t) => [index('policy_rules_of').on(t.conversationKey)],
);

export const renewals = sqliteTable(
  'renewals',
  {
    conversationKey: belongsTo().primaryKey(),
    goal: text('goal').notNull(),
    message: text('message'),
    spacingMs: integer('spacing_ms').notNull(),
    maxTurns: integer('max_turns').notNull(),
    turnsUsed: integer('turns_used').notNull(),
    stopPhrase: text('stop_phrase'),
    quietFromMinute: integer('quiet_from_minute'),
    quietToMinute: integer('quiet_to_minute'),
    timeZone: text('time_zone'),
    status: text('status', { enum: ['active', 'stopped'] }).notNull(),
    stopReason: text('stop_reason'),
    dueAt: integer('due_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    version,
  },
  (t) => [
    index('renewals_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
  ],
);

export const accounts = sqliteTable('accounts', {
  accountKey: text('account_key').primaryKey(),
  platform: text('platform').notNull(),
  nextSendAt: integer('next_send_at').notNull(),
  parkedUntil: integer('parked_until'),
  parkReason: text('park_reason'),
  parksInRow: integer('parks_in_row').notNull(),
  recentSends: text('recent_sends_json', { mode: 'json' }).$type<readonly number[]>().notNull(),
  updatedAt: integer('updated_at').notNull(),
  version,
});

export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value_json', { mode: 'json' }).$type<unknown>().notNull(),
  updatedAt: integer('updated_at').notNull(),
  version,
});

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    key: text('key').primaryKey(),
    requestHash: text('request_hash').notNull(),
    httpStatus: integer('http_status').notNull(),
    responseBody: text('response_body').notNull(),
    createdAt: integer('created_at').notNull(),
    version,
  },
  (t) => [index('idempotency_keys_by_age').on(t.createdAt)],
);

/**
 * What can be searched, one row a text; `message_search` (FTS5, made in its own migration) indexes it by the
 * same rowid and keeps no text of its own.
 */
export const searchable = sqliteTable(
  'searchable',
  {
    id: integer('id').primaryKey(),
    conversationKey: belongsTo(),
    kind: text('kind', { enum: ['assistant', 'user', 'title'] }).notNull(),
    /** anchor_id, turn_id or local_conversation_id. */
    refId: text('ref_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    uniqueIndex('searchable_once').on(t.kind, t.refId),
    index('searchable_of').on(t.conversationKey),
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

/** Browsers that are signed in to the web UI. */
export const faceSessions = sqliteTable(
  'face_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    spaceId: text('space_id').notNull().default('local'),
    tokenHash: text('token_hash').notNull().unique(),
    scope: text('scope', { enum: ['watch', 'answer', 'full'] }).notNull(),
    host: text('host').notNull(),
    userAgent: text('user_agent').notNull(),
    key: text('key_jwk', { mode: 'json' }).$type<{
      readonly kty: 'EC';
      readonly crv: 'P-256';
      readonly x: string;
      readonly y: string;
    } | null>(),
    bootId: text('boot_id').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    version,
  },
  (t) => [check('face_sessions_scope', sql`${t.scope} in ('watch', 'answer', 'full')`)],
);

/** Conversations that a browser has reported, was the first to tell of, or was given a delivery for. */
export const clientConversations = sqliteTable(
  'client_conversations',
  {
    conversationKey: belongsTo(),
    clientId: text('client_id')
      .notNull()
      .references(() => clients.clientId, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.conversationKey, t.clientId] })],
);

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
