import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../../shared/model/error-codes.ts';
import { spaceId, version } from '../../../../stores/sqlite/columns.ts';
import { conversations } from '../../../heart/conversations/tables.sqlite.ts';

export const schedules = sqliteTable(
  'schedules',
  {
    scheduleId: text('schedule_id').primaryKey(),
    agentId: text('agent_id'),
    conversationKey: text('conversation_key')
      .$type<ConversationKey>()
      .references(() => conversations.conversationKey, {
        onUpdate: 'cascade',
        onDelete: 'cascade',
      }),
    modelRef: text('model_ref'),
    runMode: text('run_mode', { enum: ['normal', 'readonly', 'settings'] }),
    prompt: text('prompt').notNull(),
    cron: text('cron'),
    everyMs: integer('every_ms'),
    at: integer('at'),
    timeZone: text('time_zone').notNull(),
    missed: text('missed', { enum: ['skip', 'once'] }).notNull(),
    overlap: text('overlap', { enum: ['skip', 'queue'] }).notNull(),
    status: text('status', { enum: ['active', 'paused', 'ended'] }).notNull(),
    nextAt: integer('next_at'),
    lastTick: integer('last_tick'),
    lastOutcome: text('last_outcome', { enum: ['sent', 'missed', 'overlapped', 'refused'] }),
    lastErrorCode: text('last_error_code').$type<ErrorCode>(),
    lastErrorText: text('last_error_text'),
    lastJobId: text('last_job_id'),
    turns: integer('turns').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('schedules_of').on(t.conversationKey),
    index('schedules_due')
      .on(t.nextAt)
      .where(sql`${t.nextAt} is not null`),
    check('schedules_status', sql`${t.status} in ('active', 'paused', 'ended')`),
  ],
);
