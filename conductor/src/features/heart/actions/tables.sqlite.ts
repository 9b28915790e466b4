import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import { spaceId, version } from '../../../stores/sqlite/columns.ts';
import { rowList } from '../../../stores/sqlite/row-list.ts';
import { belongsTo, conversations, messageAnchors } from '../conversations/tables.sqlite.ts';
import { type ApprovalSubject, SUBJECT_KINDS } from './rows.ts';

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
    toolPin: text('tool_pin'),
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
    spaceId,
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
    instructionId: text('instruction_id').references(() => instructions.instructionId, {
      onDelete: 'cascade',
    }),
    conversationKey: text('conversation_key')
      .$type<ConversationKey>()
      .references(() => conversations.conversationKey, {
        onUpdate: 'cascade',
        onDelete: 'cascade',
      }),
    subjectKind: text('subject_kind', { enum: SUBJECT_KINDS }).notNull().default('instruction'),
    subjectId: text('subject_id'),
    subject: text('subject_json', { mode: 'json' }).$type<ApprovalSubject | null>(),
    kind: text('kind', { enum: ['permission', 'outcome_unknown'] })
      .notNull()
      .default('permission'),
    decision: text('decision', {
      enum: ['open', 'approved', 'denied', 'expired', 'run_again', 'skipped', 'told', 'cancelled'],
    }).notNull(),
    quoted: integer('quoted', { mode: 'boolean' }).notNull().default(false),
    toolChanged: integer('tool_changed', { mode: 'boolean' }).notNull().default(false),
    mayLeak: integer('may_leak', { mode: 'boolean' }).notNull().default(false),
    secondReply: integer('second_reply', { mode: 'boolean' }).notNull().default(false),
    reason: text('reason'),
    expiresAt: integer('expires_at'),
    decidedBy: text('decided_by'),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    spaceId,
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

export const instructionById = rowList(instructions, instructions.instructionId);

export const instructionsOfReply = rowList(instructions, instructions.anchorId);

export const openInstructions = rowList(instructions, instructions.conversationKey, {
  sql: sql`${instructions.status} not in ('succeeded', 'failed')`,
  holds: ({ status }) => status !== 'succeeded' && status !== 'failed',
});

export const approvalsAbout = rowList(approvals, approvals.instructionId);

export const openApprovals = rowList(approvals, approvals.conversationKey, {
  sql: sql`${approvals.decision} = 'open'`,
  holds: ({ decision }) => decision === 'open',
});
