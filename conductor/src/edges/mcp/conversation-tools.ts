import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

import type { BatonApi } from '../../../../shared/api/operations.ts';
import { failure, structured } from './tool-result.ts';

const limit = z.number().int().min(1).max(200).optional();

const READ = { readOnlyHint: true, openWorldHint: false } as const;

/** Adds the MCP tools that list and show conversations. */
export function addConversationTools(server: McpServer, api: BatonApi): void {
  server.registerTool(
    'list_conversations',
    {
      title: 'List chats',
      description:
        'Chats that Baton watches, the latest touched first. `query` looks in the titles.',
      inputSchema: {
        query: z.string().max(200).optional(),
        platform: z.string().max(280).optional(),
        mode: z.enum(['auto', 'manual', 'paused', 'draining']).optional(),
        limit,
        cursor: z.string().optional(),
      },
      annotations: READ,
    },
    async ({ query: title, platform, mode, limit: count = 50, cursor }) => {
      const query = {
        limit: count,
        ...(platform !== undefined && { platform }),
        ...(mode !== undefined && { mode }),
        ...(title !== undefined && { title }),
        ...(cursor !== undefined && { cursor }),
      };
      const page = await api.call('listConversations', { query });
      if (!page.ok) return failure(page.error);
      const conversations = page.value.items.map((one) => ({
        conversation: one.local_conversation_id,
        title: one.title,
        platform: one.platform,
        mode: one.draining ? 'draining' : one.mode,
        connected: one.connected,
        latest_observed_at: one.latest_observed_at,
        open_approvals: one.open_approvals,
      }));
      return structured({ conversations, next_cursor: page.value.next_cursor });
    },
  );

  server.registerTool(
    'read_conversation',
    {
      title: 'Read a chat',
      description: 'The last messages of a chat, the newest last. `before` goes further back.',
      inputSchema: {
        conversation: z.string().min(1).max(300),
        limit,
        before: z.string().optional().describe('next_cursor of an earlier call'),
      },
      annotations: READ,
    },
    async ({ conversation: id, limit: count = 20, before }) => {
      const query = { limit: count, ...(before !== undefined && { cursor: before }) };
      const page = await api.call('listMessages', { params: { id }, query });
      if (!page.ok) return failure(page.error);
      const messages = page.value.items
        .toReversed()
        .map(({ author, text, complete, observed_at }) => ({
          author,
          text,
          complete,
          observed_at,
        }));
      return structured({ messages, next_cursor: page.value.next_cursor });
    },
  );

  server.registerTool(
    'search_messages',
    {
      title: 'Search chats',
      description: 'Finds words in titles and messages of all chats.',
      inputSchema: {
        words: z.string().min(1).max(500),
        conversation: z.string().max(300).optional(),
        limit,
      },
      annotations: READ,
    },
    async ({ words: q, conversation, limit: count = 20 }) => {
      const query = { q, limit: count, ...(conversation !== undefined && { conversation }) };
      const page = await api.call('search', { query });
      if (!page.ok) return failure(page.error);
      const hits = page.value.items.map((hit) => ({
        conversation: hit.local_conversation_id,
        title: hit.title,
        role: hit.role,
        excerpt: hit.excerpt.replaceAll(/[\u2068\u2069]/g, '**'),
        observed_at: hit.observed_at,
      }));
      return structured({ hits });
    },
  );

  server.registerTool(
    'set_mode',
    {
      title: "Set a chat's mode",
      description:
        'auto lets Baton act on its replies, manual only watches, paused sends nothing, draining finishes what is queued.',
      inputSchema: {
        conversation: z.string().min(1).max(300),
        mode: z.enum(['auto', 'manual', 'paused', 'draining']),
        reason: z.string().max(500).optional(),
      },
      annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false },
    },
    async ({ conversation: id, mode, reason = null }) => {
      const set = await api.call('setMode', { params: { id }, body: { mode, reason } });
      if (!set.ok) return failure(set.error);
      const { mode: is, draining } = set.value;
      return structured({ conversation: id, mode: draining ? 'draining' : is });
    },
  );
}
