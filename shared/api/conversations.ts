import * as z from 'zod';

import { COMPLETENESS } from '../model/completeness.ts';
import { one, operation, plain } from './define.ts';
import {
  aroundId,
  byId,
  durationMs,
  epochMs,
  identifier,
  inConversation,
  mode,
  pageOf,
  paging,
} from './fields.ts';
import { renewal } from './renewals.ts';

/** Why nothing goes out to an account now, and until when. */
export const account = z.object({
  account_key: z.string(),
  platform: z.string(),
  next_send_at: epochMs,
  parked_until: epochMs.nullable(),
  park_reason: z.string().nullable(),
  sends_in_window: z.int(),
});

export const conversation = z.object({
  local_conversation_id: identifier,
  platform: z.string(),
  remote_conversation_id: z.string(),
  mode,
  draining: z.boolean(),
  pause_reason: z.string().nullable(),
  title: z.string().nullable(),
  labels: z.array(z.string()),
  latest_assistant_message_id: z.string().nullable(),
  latest_observed_at: epochMs.nullable(),
  latest_user_turn_at: epochMs.nullable(),
  stale_anchors: z.enum(['rebase', 'ask']),
  final_timeout_ms: durationMs,
  open_jobs: z.int().meta({ description: 'Jobs that have not ended.' }),
  open_approvals: z.int(),
  connected: z.boolean().meta({ description: 'A connected browser can serve it now.' }),
  created_at: epochMs,
  updated_at: epochMs,
});

export const conversationDetail = z.object({
  ...conversation.shape,
  renewal: renewal.nullable(),
  account: account.nullable(),
  aliases: z.array(z.string()),
  page_url: z.string().nullable().meta({
    description: 'Where a page of it was seen last, as the page said.',
  }),
});

export const label = z.string().trim().min(1).max(64);

export const conversationPatch = z
  .strictObject({
    title: z.string().trim().min(1).max(500).nullable(),
    labels: z.array(label).max(32),
    stale_anchors: z.enum(['rebase', 'ask']),
    final_timeout_ms: z
      .int()
      .min(1_000)
      .max(7 * 86_400_000),
  })
  .partial();

export const message = z.object({
  message_id: identifier,
  role: z.enum(['assistant', 'user']),
  author: z.enum(['assistant', 'person', 'baton']),
  text: z.string(),
  complete: z.enum(COMPLETENESS).nullable().meta({
    description: 'How whole a reply is; only a whole one acts. Null: the message is no reply.',
  }),
  observed_at: epochMs,
  job_id: z
    .string()
    .nullable()
    .meta({ description: 'The delivery that sent it, or that it answers.' }),
  actions: z.int().meta({ description: 'Actions found in it that were taken up.' }),
});

/** A part of a text by its characters; `end` is the first one behind it. */
export const actionSpan = z.object({ start: z.int(), end: z.int(), instruction_id: identifier });

export const shownMessage = message.extend({
  size: z.int().meta({ description: 'Characters of the whole text.' }),
  more: z.boolean().meta({ description: 'The text is cut: its beginning is here.' }),
  action_spans: z.array(actionSpan).meta({
    description: 'The lines of the whole text that were taken up as actions.',
  }),
});

export const searchHit = z.object({
  local_conversation_id: identifier,
  platform: z.string(),
  title: z.string().nullable(),
  message_id: z.string().nullable().meta({ description: 'Null: the title fits.' }),
  role: z.enum(['assistant', 'user', 'title']),
  /** Plain text around the first fit; what fits stands between U+2068 and U+2069. */
  excerpt: z.string(),
  observed_at: epochMs,
});

/** Abilities of a connected browser for a conversation, as it reported them last. */
export const runtime = z.object({
  client_id: identifier,
  local_conversation_id: identifier,
  conversation_title: z.string().nullable(),
  platform: z.string(),
  status: z
    .enum(['ready', 'stale', 'missing_template', 'missing_credential', 'missing_route'])
    .meta({ description: 'It is served where it is ready or stale.' }),
  freshness: z.enum(['fresh', 'stale', 'lost']).nullable().meta({
    description: 'Of the login; null: it has not been seen to work.',
  }),
  tabs: z.array(z.int()).meta({ description: 'Of its browser, in which it is open now.' }),
});

export const conversationsOperations = {
  listRuntimes: operation({
    ...plain,
    method: 'GET',
    path: '/v1/runtimes',
    tag: 'browsers',
    scope: 'watch',
    summary: 'What each connected browser can do for its conversations; at most 1,000.',
    command: 'runtimes',
    query: inConversation,
    errors: ['not_found'],
    response: z.object({ items: z.array(runtime), total: z.int() }),
  }),
  listConversations: operation({
    ...plain,
    method: 'GET',
    path: '/v1/conversations',
    tag: 'conversations',
    scope: 'watch',
    summary: 'Conversations, the most recently used first.',
    query: paging.extend({
      platform: z.string().max(280).optional(),
      mode: z.enum(['auto', 'manual', 'paused', 'draining']).optional(),
      label: z.string().max(64).optional(),
      title: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Only those whose title holds this, in capitals or not.' }),
    }),
    response: pageOf(conversation),
  }),
  getConversation: operation({
    ...one,
    method: 'GET',
    path: '/v1/conversations/:id',
    tag: 'conversations',
    scope: 'watch',
    summary: 'One conversation, by our id, its key or an earlier key of it.',
    response: conversationDetail,
  }),
  updateConversation: operation({
    ...one,
    method: 'PATCH',
    path: '/v1/conversations/:id',
    tag: 'conversations',
    scope: 'full',
    summary: 'Changes title, labels and what concerns only this conversation.',
    body: conversationPatch,
    example: { title: 'Tea', labels: ['kitchen'] },
    response: conversationDetail,
  }),
  setMode: operation({
    ...one,
    method: 'PUT',
    path: '/v1/conversations/:id/mode',
    tag: 'conversations',
    scope: 'answer',
    summary: 'Sets the mode; `draining` finishes what is queued, then pauses.',
    body: z.strictObject({
      mode: z.enum([...mode.options, 'draining']),
      reason: z.string().max(500).nullable().default(null),
    }),
    example: { mode: 'auto' },
    response: conversationDetail,
    errors: ['not_found', 'invalid_transition'],
  }),
  pauseAll: operation({
    ...plain,
    method: 'POST',
    path: '/v1/pause',
    tag: 'conversations',
    scope: 'answer',
    summary:
      'Pauses every conversation in which Baton acts or sends; one that begins later is not.',
    command: 'pause-all',
    response: z.object({ paused: z.int() }),
  }),
  resumeAll: operation({
    ...plain,
    method: 'POST',
    path: '/v1/resume',
    tag: 'conversations',
    scope: 'answer',
    summary:
      'Resumes the conversations that a pause of all stopped, unless their mode was set since.',
    command: 'resume-all',
    response: z.object({ resumed: z.int() }),
  }),
  deleteConversation: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/conversations/:id',
    tag: 'conversations',
    scope: 'full',
    summary: 'Deletes what Baton holds of a conversation; the chat site keeps its own.',
    response: z.object({ deleted: z.literal(true) }),
  }),
  listMessages: operation({
    ...one,
    method: 'GET',
    path: '/v1/conversations/:id/messages',
    tag: 'messages',
    scope: 'watch',
    summary: 'What was seen in a conversation, the newest first.',
    query: paging.extend({
      ...aroundId.shape,
      cut: z.coerce.number().int().min(100).max(1_000_000).optional().meta({
        description: 'Most characters of a text; without it texts are whole.',
      }),
    }),
    response: pageOf(shownMessage),
    errors: ['not_found'],
  }),
  getMessage: operation({
    ...plain,
    method: 'GET',
    path: '/v1/conversations/:id/messages/:message',
    tag: 'messages',
    scope: 'watch',
    summary: 'One message of a conversation, whole.',
    params: byId.extend({ message: identifier }),
    response: shownMessage,
    errors: ['not_found'],
  }),
  search: operation({
    ...plain,
    method: 'GET',
    path: '/v1/search',
    tag: 'messages',
    scope: 'watch',
    summary: 'Finds words in titles and observed messages, the newest first.',
    query: paging.extend({
      q: z.string().trim().min(1).max(500),
      platform: z.string().max(280).optional(),
      conversation: identifier.optional(),
    }),
    response: pageOf(searchHit),
  }),
};
