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

import { COMPLETENESS } from '../../../../../shared/model/completeness.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { spaceId, strings, version } from '../../../stores/sqlite/columns.ts';
import { rowList } from '../../../stores/sqlite/row-list.ts';
import { clients } from '../../../stores/sqlite/tables.ts';

/** Hangs on a conversation: it takes a new key with it, and goes with it. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- drizzle works the type out
export const belongsTo = () =>
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
    customTitle: text('custom_title'),
    latestUserTurnAt: integer('latest_user_turn_at'),
    accountKey: text('account_key').notNull().default(''),
    staleAnchors: text('stale_anchors', { enum: ['rebase', 'ask'] })
      .notNull()
      .default('rebase'),
    finalTimeoutMs: integer('final_timeout_ms').notNull(),
    agentId: text('agent_id'),
    parentKey: text('parent_key').$type<ConversationKey>(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    uniqueIndex('conversations_local_id').on(t.localConversationId),
    index('conversations_recent').on(t.updatedAt, t.localConversationId),
    index('conversations_by_platform').on(t.platform, t.updatedAt),
    index('conversations_by_mode').on(t.mode, t.updatedAt),
    index('conversations_by_parent')
      .on(t.parentKey)
      .where(sql`${t.parentKey} is not null`),
    check('conversations_mode', sql`${t.mode} in ('auto', 'manual', 'paused', 'draining')`),
  ],
);

export const conversationAliases = sqliteTable(
  'conversation_aliases',
  {
    aliasKey: text('alias_key').$type<ConversationKey>().primaryKey(),
    conversationKey: belongsTo(),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [index('conversation_aliases_of').on(t.conversationKey)],
);

export const conversationLabels = sqliteTable(
  'conversation_labels',
  { conversationKey: belongsTo(), label: text('label').notNull(), spaceId },
  (t) => [primaryKey({ columns: [t.conversationKey, t.label] })],
);

export const messageAnchors = sqliteTable(
  'message_anchors',
  {
    anchorId: text('anchor_id').primaryKey(),
    conversationKey: belongsTo(),
    assistantMessageId: text('assistant_message_id').notNull(),
    observedAt: integer('observed_at').notNull(),
    source: text('source', {
      enum: ['browser.final_message', 'snapshot', 'replay', 'model', 'call'],
    }).notNull(),
    rawText: text('raw_text').notNull(),
    complete: text('complete', { enum: COMPLETENESS }).notNull().default('whole'),
    isSecond: integer('is_second', { mode: 'boolean' }).notNull().default(false),
    leftAt: integer('left_at'),
    actionsHash: text('actions_hash'),
    chain: strings('chain_json'),
    diagnosticTabId: integer('diagnostic_tab_id'),
    diagnosticPageUrl: text('diagnostic_page_url'),
    spaceId,
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
    spaceId,
    version,
  },
  (t) => [
    uniqueIndex('user_turns_once').on(t.conversationKey, t.userMessageId),
    index('user_turns_in_order').on(t.conversationKey, t.observedAt),
  ],
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
    spaceId,
    version,
  },
  (t) => [
    index('renewals_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
  ],
);

/** Words in a conversation that the assistant did not write: said there, or delivered to it. */
export const foreignWords = sqliteTable(
  'foreign_words',
  {
    conversationKey: belongsTo(),
    source: text('source', { enum: ['turn', 'message', 'result'] }).notNull(),
    sourceId: text('source_id').notNull(),
    words: text('words').notNull(),
    /** The words stand there in their loose form, or as they were said. */
    isLoose: integer('is_loose', { mode: 'boolean' }).notNull(),
    at: integer('at').notNull(),
    spaceId,
  },
  (t) => [
    primaryKey({ columns: [t.conversationKey, t.source, t.sourceId] }),
    index('foreign_words_by_age').on(t.at),
  ],
);

/**
 * Searchable texts, one per row; `message_search` (FTS5, made in its own migration) indexes them by the same rowid and
 * keeps no text of its own.
 *
 * @public SQL alone names it (search-index.ts).
 */
export const searchable = sqliteTable(
  'searchable',
  {
    id: integer('id').primaryKey(),
    conversationKey: belongsTo(),
    kind: text('kind', { enum: ['assistant', 'user', 'title', 'memory'] }).notNull(),
    /** anchor_id, turn_id, local_conversation_id or item_key. */
    refId: text('ref_id').notNull(),
    at: integer('at').notNull(),
    spaceId,
  },
  (t) => [
    uniqueIndex('searchable_once').on(t.kind, t.refId),
    index('searchable_of').on(t.conversationKey),
  ],
);

/** Conversations that a browser has reported, was the first to tell of, or was given a delivery for. */
export const clientConversations = sqliteTable(
  'client_conversations',
  {
    conversationKey: belongsTo(),
    clientId: text('client_id')
      .notNull()
      .references(() => clients.clientId, { onDelete: 'cascade' }),
    spaceId,
  },
  (t) => [primaryKey({ columns: [t.conversationKey, t.clientId] })],
);

export const conversationByKey = rowList(conversations, conversations.conversationKey);

export const conversationByLocalId = rowList(conversations, conversations.localConversationId);

/** Conversations of workers, by the one that asked them. */
export const workersByAsker = rowList(conversations, conversations.parentKey);

export const aliasByKey = rowList(conversationAliases, conversationAliases.aliasKey);

export const anchorById = rowList(messageAnchors, messageAnchors.anchorId);

export const renewalOf = rowList(renewals, renewals.conversationKey);
