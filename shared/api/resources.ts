import * as z from 'zod';

import { GRANT_LEVELS, RESOURCE_ADAPTERS, RESOURCE_TYPES } from '../model/resource-words.ts';
import { one, operation, plain } from './define.ts';
import { byId, epochMs, fault, identifier, jsonObject, pageOf, paging, risk } from './fields.ts';
import { chatSession } from './sessions.ts';

export const tabView = z.object({
  tab_id: identifier,
  workspace_id: z.string(),
  resource_id: identifier,
  position: z.int(),
  title: z.string().nullable(),
  icon: z.string().nullable(),
  pinned: z.boolean(),
  active: z.boolean().meta({ description: 'What a call means that names no resource.' }),
  created_at: epochMs,
  last_active_at: epochMs,
});

export const resourceView = z.object({
  resource_id: identifier,
  resource_type: z.enum(RESOURCE_TYPES),
  chat_session_id: identifier,
  index: z.int(),
  adapter: z.enum(RESOURCE_ADAPTERS),
  executor_id: identifier,
  origin_kind: z.enum(['opened', 'lent']),
  status: z
    .enum(['opening', 'ready', 'busy', 'held', 'detached', 'parked', 'closed', 'failed'])
    .meta({
      description: '`parked`: pinned, and closed by its browser; the next call opens it again.',
    }),
  status_reason: z.string().nullable(),
  last_url: z.string().nullable(),
  last_title: z.string().nullable(),
  pinned: z.boolean(),
  tab: tabView.nullable(),
  created_at: epochMs,
  updated_at: epochMs,
});

const callStatus = z.enum([
  'proposed',
  'waiting',
  'queued',
  'dispatched',
  'begun',
  'succeeded',
  'failed',
  'unknown',
]);

export const callView = z.object({
  call_id: identifier,
  resource_id: identifier.nullable(),
  chat_session_id: identifier,
  caller: z.enum(['instruction', 'mcp', 'http', 'person']),
  instruction_id: identifier.nullable(),
  tool: z.string().meta({ description: '`browser.click`' }),
  args: jsonObject,
  writes: z.boolean(),
  risk,
  status: callStatus,
  attempt: z.int(),
  result: z
    .object({
      text: z.string().meta({ description: 'In lists its first 20,000 characters.' }),
      format: z.enum(['text', 'json']),
      files: z
        .array(z.object({ name: z.string(), media_type: z.string(), data_base64: z.string() }))
        .optional()
        .meta({ description: 'As pictures; not in lists.' }),
    })
    .nullable()
    .meta({ description: 'Words of a page are those of its author, not of the person.' }),
  error: fault.nullable(),
  created_at: epochMs,
  dispatched_at: epochMs.nullable(),
  finished_at: epochMs.nullable(),
  deadline_at: epochMs.nullable(),
});

export const grantView = z.object({
  grant_id: identifier,
  executor_id: identifier,
  origin: z.string(),
  chat_session_id: identifier.nullable().meta({ description: 'Null: for every chat.' }),
  level: z.enum(GRANT_LEVELS),
  until: epochMs.nullable(),
  granted_at: epochMs,
  revoked_at: epochMs.nullable(),
});

const ofSession = z.object({ session: identifier.optional() });

export const resourcesOperations = {
  runCall: operation({
    ...plain,
    method: 'POST',
    path: '/v1/sessions/:id/calls',
    tag: 'resources',
    scope: 'full',
    summary: 'Asks for one verb of one resource, and waits for its end for so long.',
    params: byId,
    query: z.object({
      wait: z.coerce.number().int().min(0).max(600_000).default(30_000).meta({
        description: 'Milliseconds; the call goes on after them.',
      }),
    }),
    command: 'calls run',
    body: z.strictObject({
      tool: z.string().min(1).max(100).meta({ description: 'As `browser.click`.' }),
      resource: identifier.optional().meta({ description: 'Without: the active tab.' }),
      args: jsonObject.default({}),
      judge: z.boolean().default(true).meta({
        description: 'False: the person whose program this is lets it run without being asked.',
      }),
    }),
    example: { tool: 'browser.snapshot', args: {} },
    response: callView,
    errors: [
      'not_found',
      'invalid_params',
      'unknown_tool',
      'no_resource',
      'no_executor',
      'quota_resources',
      'action_denied',
      'origin_forbidden',
      'resource_closed',
      'idempotency_conflict',
    ],
  }),
  listCalls: operation({
    ...plain,
    method: 'GET',
    path: '/v1/calls',
    tag: 'resources',
    scope: 'watch',
    summary: 'What was asked of pages and terminals, the newest first.',
    query: paging.extend({ ...ofSession.shape, status: callStatus.optional() }),
    command: 'calls list',
    response: pageOf(callView),
  }),
  getCall: operation({
    ...one,
    method: 'GET',
    path: '/v1/calls/:id',
    tag: 'resources',
    scope: 'watch',
    summary: 'One call; waits for its end, if that is wanted.',
    query: z.object({
      wait: z.coerce.number().int().min(0).max(600_000).default(0).meta({
        description: 'Milliseconds.',
      }),
    }),
    command: 'calls show',
    response: callView,
  }),
  cancelCall: operation({
    ...one,
    method: 'POST',
    path: '/v1/calls/:id/cancel',
    tag: 'resources',
    scope: 'answer',
    summary: 'Cancels a call. What has begun ends as its executor says.',
    command: 'calls cancel',
    response: callView,
    errors: ['not_found', 'invalid_transition'],
  }),
  listResources: operation({
    ...plain,
    method: 'GET',
    path: '/v1/resources',
    tag: 'resources',
    scope: 'watch',
    summary: 'Pages, terminals and services that are open; of one session, or of all.',
    query: ofSession,
    command: 'resources list',
    response: z.object({ items: z.array(resourceView) }),
  }),
  listTabs: operation({
    ...plain,
    method: 'GET',
    path: '/v1/tabs',
    tag: 'resources',
    scope: 'watch',
    summary: 'The tabs that are open, in their order.',
    query: ofSession,
    command: 'tabs',
    response: z.object({ items: z.array(tabView) }),
  }),
  getResource: operation({
    ...one,
    method: 'GET',
    path: '/v1/resources/:id',
    tag: 'resources',
    scope: 'watch',
    summary: 'One page, terminal or service.',
    command: 'resources show',
    response: resourceView,
  }),
  updateResource: operation({
    ...one,
    method: 'PATCH',
    path: '/v1/resources/:id',
    tag: 'resources',
    scope: 'answer',
    summary: 'Pins it, names its tab or moves it.',
    command: 'resources update',
    body: z.strictObject({
      pinned: z.boolean().optional(),
      title: z.string().trim().min(1).max(200).optional(),
      position: z.int().min(0).max(1_000).optional(),
    }),
    example: { pinned: true },
    response: resourceView,
  }),
  closeResource: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/resources/:id',
    tag: 'resources',
    scope: 'answer',
    summary: 'Closes what was opened, gives back what was lent.',
    command: 'resources close',
    response: resourceView,
  }),
  stopResources: operation({
    ...plain,
    method: 'POST',
    path: '/v1/resources/stop',
    tag: 'resources',
    scope: 'answer',
    summary: 'Cancels what runs and what waits; the tabs stay.',
    command: 'stop',
    body: z.strictObject({ session: identifier.optional(), resource: identifier.optional() }),
    example: {},
    response: z.object({ cancelled: z.int(), resources: z.int() }),
  }),
  endSession: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/sessions/:id',
    tag: 'resources',
    scope: 'answer',
    summary: 'Cancels what a session asked for, closes what it opened, gives back what was lent.',
    command: 'sessions end',
    response: chatSession,
  }),
  listGrants: operation({
    ...plain,
    method: 'GET',
    path: '/v1/grants',
    tag: 'resources',
    scope: 'watch',
    summary: "Sites that a person allowed chats. Only the extension's popup gives one.",
    command: 'grants list',
    response: z.object({ items: z.array(grantView) }),
  }),
  revokeGrant: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/grants/:id',
    tag: 'resources',
    scope: 'answer',
    summary: 'Takes a site back. What is open of it closes.',
    command: 'grants revoke',
    response: grantView,
  }),
};
