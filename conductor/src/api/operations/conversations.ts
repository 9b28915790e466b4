import * as z from 'zod';

import { one, operation, plain, sent, waiting } from './define.ts';
import {
  conversation,
  conversationDetail,
  conversationPatch,
  message,
  renewal,
  renewalWish,
  searchHit,
} from '../resources/conversations.ts';
import { identifier, pageOf, paging, mode } from '../resources/fields.ts';

const text = z.string().min(1).max(1_000_000);

const refusedByMode = [
  'conversation_paused',
  'conversation_draining',
  'conversation_manual',
] as const;

/** What is said in conversations, and how Baton may act in them. */
export const conversationOperations = {
  listConversations: operation({
    ...plain,
    method: 'GET',
    path: '/v1/conversations',
    tag: 'conversations',
    summary: 'Conversations, the latest touched first.',
    query: paging.extend({
      platform: z.string().max(280).optional(),
      mode: z.enum(['auto', 'manual', 'paused', 'draining']).optional(),
      label: z.string().max(64).optional(),
    }),
    answer: pageOf(conversation),
  }),
  getConversation: operation({
    ...one,
    method: 'GET',
    path: '/v1/conversations/:id',
    tag: 'conversations',
    summary: 'One conversation, by our id, its key or an earlier key of it.',
    answer: conversationDetail,
  }),
  startConversation: operation({
    ...plain,
    method: 'POST',
    path: '/v1/conversations',
    tag: 'conversations',
    summary: 'Starts a new conversation on a site with a first message.',
    query: waiting,
    body: z.strictObject({
      platform: z.string().min(1).max(280),
      text,
      mode: z.enum(['auto', 'manual']).default('manual'),
      title: z.string().trim().min(1).max(500).nullable().default(null),
    }),
    example: { platform: 'chatgpt', text: 'Which teas are there?', mode: 'auto' },
    answer: z.object({ conversation: conversationDetail, ...sent.shape }),
    status: 201,
    errors: ['missing_route'],
  }),
  updateConversation: operation({
    ...one,
    method: 'PATCH',
    path: '/v1/conversations/:id',
    tag: 'conversations',
    summary: 'Changes title, labels and what concerns only this conversation.',
    body: conversationPatch,
    example: { title: 'Tea', labels: ['kitchen'] },
    answer: conversationDetail,
  }),
  setMode: operation({
    ...one,
    method: 'PUT',
    path: '/v1/conversations/:id/mode',
    tag: 'conversations',
    summary: 'Sets the mode; `draining` finishes what is queued, then pauses.',
    body: z.strictObject({
      mode: z.enum([...mode.options, 'draining']),
      reason: z.string().max(500).nullable().default(null),
    }),
    example: { mode: 'auto' },
    answer: conversationDetail,
    errors: ['not_found', 'invalid_transition'],
  }),
  deleteConversation: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/conversations/:id',
    tag: 'conversations',
    summary: 'Deletes what Baton holds of a conversation; the chat site keeps its own.',
    answer: z.object({ deleted: z.literal(true) }),
  }),
  setRenewal: operation({
    ...one,
    method: 'PUT',
    path: '/v1/conversations/:id/renewal',
    tag: 'conversations',
    summary: 'Lets a conversation go on by itself towards a goal while it is auto.',
    body: renewalWish,
    example: { goal: 'Every test passes.', max_turns: 5, stop_phrase: 'ALL DONE' },
    answer: renewal,
  }),
  stopRenewal: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/conversations/:id/renewal',
    tag: 'conversations',
    summary: 'Stops a renewal; what it used stays visible.',
    answer: renewal,
  }),
  listMessages: operation({
    ...one,
    method: 'GET',
    path: '/v1/conversations/:id/messages',
    tag: 'messages',
    summary: 'What was seen in a conversation, the newest first.',
    query: paging,
    answer: pageOf(message),
  }),
  sendMessage: operation({
    ...one,
    method: 'POST',
    path: '/v1/conversations/:id/messages',
    tag: 'messages',
    summary: 'Sends a message into a conversation, and may wait for the reply.',
    query: waiting,
    body: z.strictObject({ text }),
    example: { text: 'Which teas are there?' },
    answer: sent,
    status: 201,
    errors: ['not_found', ...refusedByMode],
  }),
  search: operation({
    ...plain,
    method: 'GET',
    path: '/v1/search',
    tag: 'messages',
    summary: 'Finds words in titles and observed messages, the newest first.',
    query: paging.extend({
      q: z.string().trim().min(1).max(500),
      platform: z.string().max(280).optional(),
      conversation: identifier.optional(),
    }),
    answer: pageOf(searchHit),
  }),
};
