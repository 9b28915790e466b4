import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import {
  GRANT_LEVELS,
  RESOURCE_ADAPTERS,
  RESOURCE_TYPES,
} from '../../../../../shared/model/resource-words.ts';
import { spaceId, version } from '../../../stores/sqlite/columns.ts';
import { clients } from '../../../stores/sqlite/tables.ts';
import { instructions } from '../../heart/actions/tables.sqlite.ts';
import { chatSessions } from '../../heart/lineage/sessions/tables.sqlite.ts';
import { CALL_STATUSES } from './call.machine.ts';
import { RESOURCE_STATUSES } from './resource.machine.ts';
import type { Capabilities, Expected } from './rows.ts';

export const executors = sqliteTable('executors', {
  executorId: text('executor_id')
    .primaryKey()
    .references(() => clients.clientId, { onDelete: 'cascade' }),
  kind: text('kind', { enum: ['browser', 'worker'] }).notNull(),
  capabilities: text('capabilities_json', { mode: 'json' }).$type<Capabilities>().notNull(),
  reportedAt: integer('reported_at').notNull(),
  spaceId,
  version,
});

export const resources = sqliteTable(
  'resources',
  {
    resourceId: text('resource_id').primaryKey(),
    resourceType: text('resource_type', { enum: RESOURCE_TYPES }).notNull(),
    chatSessionId: text('chat_session_id')
      .notNull()
      .references(() => chatSessions.chatSessionId, { onDelete: 'cascade' }),
    idx: integer('idx').notNull(),
    adapter: text('adapter', { enum: RESOURCE_ADAPTERS }).notNull(),
    executorId: text('executor_id')
      .notNull()
      .references(() => clients.clientId, { onDelete: 'cascade' }),
    browserName: text('browser_name'),
    originKind: text('origin_kind', { enum: ['opened', 'lent'] }).notNull(),
    status: text('status', { enum: RESOURCE_STATUSES }).notNull(),
    statusReason: text('status_reason'),
    lastUrl: text('last_url'),
    lastTitle: text('last_title'),
    lastDoc: text('last_doc'),
    driverId: integer('driver_id'),
    pinned: integer('pinned', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    uniqueIndex('resources_once').on(t.chatSessionId, t.resourceType, t.idx),
    index('resources_open')
      .on(t.executorId)
      .where(sql`${t.status} not in ('closed', 'failed')`),
  ],
);

export const resourceTabs = sqliteTable('resource_tabs', {
  tabId: text('tab_id').primaryKey(),
  workspaceId: text('workspace_id').notNull().default('main'),
  resourceId: text('resource_id')
    .notNull()
    .unique()
    .references(() => resources.resourceId, { onDelete: 'cascade' }),
  position: integer('position').notNull(),
  title: text('title'),
  icon: text('icon'),
  pinned: integer('pinned', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  lastActiveAt: integer('last_active_at').notNull(),
  spaceId,
  version,
});

export const resourceCalls = sqliteTable(
  'resource_calls',
  {
    callId: text('call_id').primaryKey(),
    resourceId: text('resource_id').references(() => resources.resourceId, { onDelete: 'cascade' }),
    chatSessionId: text('chat_session_id')
      .notNull()
      .references(() => chatSessions.chatSessionId, { onDelete: 'cascade' }),
    caller: text('caller', { enum: ['instruction', 'mcp', 'http', 'person'] }).notNull(),
    instructionId: text('instruction_id').references(() => instructions.instructionId, {
      onDelete: 'cascade',
    }),
    tool: text('tool').notNull(),
    argsJson: text('args_json').notNull(),
    writes: integer('writes', { mode: 'boolean' }).notNull(),
    risk: text('risk', { enum: ['low', 'medium', 'high'] }).notNull(),
    status: text('status', { enum: CALL_STATUSES }).notNull(),
    attempt: integer('attempt').notNull().default(0),
    queuedAt: integer('queued_at').notNull(),
    dispatchedAt: integer('dispatched_at'),
    finishedAt: integer('finished_at'),
    deadlineAt: integer('deadline_at'),
    expected: text('expect_json', { mode: 'json' }).$type<Expected | null>(),
    resultJson: text('result_json'),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorText: text('error_text'),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('resource_calls_open')
      .on(t.resourceId, t.queuedAt)
      .where(sql`${t.status} not in ('succeeded', 'failed', 'unknown')`),
    index('resource_calls_of').on(t.chatSessionId, t.createdAt),
    index('resource_calls_newest').on(t.createdAt, t.callId),
    index('resource_calls_due')
      .on(t.deadlineAt)
      .where(sql`${t.status} in ('queued', 'dispatched', 'begun')`),
  ],
);

export const siteGrants = sqliteTable(
  'site_grants',
  {
    grantId: text('grant_id').primaryKey(),
    executorId: text('executor_id')
      .notNull()
      .references(() => clients.clientId, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
    chatSessionId: text('chat_session_id'),
    level: text('level', { enum: GRANT_LEVELS }).notNull(),
    until: integer('until'),
    grantedAt: integer('granted_at').notNull(),
    revokedAt: integer('revoked_at'),
    spaceId,
    version,
  },
  (t) => [index('site_grants_of').on(t.executorId, t.origin)],
);
