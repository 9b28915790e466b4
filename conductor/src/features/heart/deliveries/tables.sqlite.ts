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

import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import { spaceId, strings, version } from '../../../stores/sqlite/columns.ts';
import { rowList } from '../../../stores/sqlite/row-list.ts';
import { belongsTo } from '../conversations/tables.sqlite.ts';

export const deliveryJobs = sqliteTable(
  'delivery_jobs',
  {
    jobId: text('job_id').primaryKey(),
    conversationKey: belongsTo(),
    assistantMessageId: text('assistant_message_id'),
    messageText: text('message_text').notNull(),
    deliveryKind: text('delivery_kind', { enum: ['proxy_delivery', 'renewal'] }).notNull(),
    origin: text('origin', {
      enum: ['reply', 'person', 'conversation', 'renewal', 'schedule', 'agent', 'run'],
    })
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
    spaceId,
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

export const jobById = rowList(deliveryJobs, deliveryJobs.jobId);

export const jobByDedupeKey = rowList(deliveryJobs, deliveryJobs.dedupeKey);

/** The deliveries that a reply ended. */
export const jobsEndedBy = rowList(deliveryJobs, deliveryJobs.finalAnchorId);

export const openJobs = rowList(deliveryJobs, deliveryJobs.conversationKey, {
  sql: sql`${deliveryJobs.status} not in ('finalized', 'failed')`,
  holds: ({ status }) => status !== 'finalized' && status !== 'failed',
});

/** Condition for failures that people are told of: a job that they cancelled is no news to them. */
export const isFailedNews = sql`${deliveryJobs.status} = 'failed' and ${deliveryJobs.dismissedAt} is null
  and coalesce(${deliveryJobs.lastErrorCode}, '') <> 'cancelled'`;

export const failedJobs = rowList(deliveryJobs, deliveryJobs.conversationKey, {
  sql: isFailedNews,
  holds: ({ status, dismissedAt, lastErrorCode }) =>
    status === 'failed' && dismissedAt === null && lastErrorCode !== 'cancelled',
});

/** Which browser was given which try of a delivery. */
export const attemptHolders = sqliteTable(
  'attempt_holders',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => deliveryJobs.jobId, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    clientId: text('client_id').notNull(),
    spaceId,
  },
  (t) => [primaryKey({ columns: [t.jobId, t.attempt] })],
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
  spaceId,
  version,
});

export const accountByKey = rowList(accounts, accounts.accountKey);
