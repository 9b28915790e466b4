import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { epochMs, identifier } from './fields.ts';

const seen = z.object({ since: epochMs, from: z.array(z.string()) }).nullable();

export const chatSession = z.object({
  chat_session_id: identifier.meta({ description: 'Of a conversation its own id.' }),
  kind: z.enum(['conversation', 'client']),
  label: z.string(),
  active_tab_id: identifier.nullable(),
  taint: z
    .object({ since: epochMs, origins: z.array(z.string()) })
    .nullable()
    .meta({ description: 'Whose words it has read: what it wants to change asks more since.' }),
  seen: z.object({ untrusted: seen, private: seen }).meta({
    description:
      'What results of tools brought: words of strangers, and what is yours. With both, what can carry data out asks.',
  }),
  created_at: epochMs,
  last_used_at: epochMs,
  client_seen_at: epochMs.nullable().meta({
    description: 'When its MCP client was last there; null: it has none, or that is gone.',
  }),
});

export const sessionsOperations = {
  listSessions: operation({
    ...plain,
    method: 'GET',
    path: '/v1/sessions',
    tag: 'resources',
    scope: 'watch',
    summary: 'Chats and programs that act on pages and terminals, the latest used first.',
    command: 'sessions list',
    response: z.object({ items: z.array(chatSession) }),
  }),
  openSession: operation({
    ...plain,
    method: 'POST',
    path: '/v1/sessions',
    tag: 'resources',
    scope: 'full',
    summary: 'Begins a session for a program.',
    command: 'sessions open',
    body: z.strictObject({ label: z.string().trim().min(1).max(200) }),
    example: { label: 'nightly report' },
    response: chatSession,
  }),
  keepSession: operation({
    ...one,
    method: 'POST',
    path: '/v1/sessions/:id/keep',
    tag: 'resources',
    scope: 'full',
    summary: 'The program of a session is still there: until it stays away, nothing of it closes.',
    response: chatSession,
  }),
  clearTaint: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/sessions/:id/taint',
    tag: 'resources',
    scope: 'full',
    summary: 'A person has looked: the session is judged again as if it had read nothing.',
    command: 'sessions untaint',
    response: chatSession,
  }),
};
