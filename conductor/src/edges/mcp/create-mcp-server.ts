import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

import type { BatonApi } from '../../../../shared/api/operations.ts';
import { addAgentTools } from './agent-tools.ts';
import { addApprovalTools } from './approval-tools.ts';
import { addConversationTools } from './conversation-tools.ts';
import type { Operation } from '../../../../shared/api/operation.ts';
import { addOperationTools } from './operation-tools.ts';
import type { ClientSession } from './client-session.ts';
import { addMessageTools } from './message-tools.ts';
import { addResourceTools } from './resource-tools.ts';
import { addRunTools } from './run-tools.ts';

const INSTRUCTIONS = [
  'Baton lets you use the AI chats a person has open in their browser.',
  'list_conversations, then send_message: it waits for the final reply and gives it back.',
  'Replies can take minutes. A wait that runs out loses nothing: wait_for_reply goes on with the job id.',
  'start_run has a team of them work on a goal; read_run says how it goes, to the report.',
  'browser_open, browser_snapshot and browser_act work in tabs of your own; the person allows each site.',
].join(' ');

/** An MCP server whose tools ask the API, for clients over HTTP (`serve-mcp.ts`) and over stdio (`stdio-main.ts`). */
export function createBatonMcpServer(
  api: BatonApi,
  version: string,
  operations: Readonly<Record<string, Operation>>,
  session: ClientSession,
): McpServer {
  const server = new McpServer(
    { name: 'baton', title: 'Baton', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {} } },
  );
  addConversationTools(server, api);
  addMessageTools(server, api);
  addApprovalTools(server, api);
  addResourceTools(server, api, session);
  addAgentTools(server, api);
  addRunTools(server, api);
  addOperationTools(server, api, operations);
  addConversationResource(server, api);
  return server;
}

const SHOWN_MESSAGES = 20;

function addConversationResource(server: McpServer, api: BatonApi): void {
  server.registerResource(
    'conversation',
    new ResourceTemplate('baton://conversations/{id}', {
      async list() {
        const page = await api.call('listConversations', { query: { limit: 50 } });
        const items = page.ok ? page.value.items : [];
        return {
          resources: items.map((one) => ({
            uri: `baton://conversations/${one.local_conversation_id}`,
            name: one.title ?? one.local_conversation_id,
            mimeType: 'text/markdown',
          })),
        };
      },
    }),
    {
      title: 'Conversation',
      description: 'The last messages of a chat.',
      mimeType: 'text/markdown',
    },
    async (uri, variables) => {
      const id = z.string().parse(variables['id']);
      const query = { limit: SHOWN_MESSAGES };
      const page = await api.call('listMessages', { params: { id }, query });
      if (!page.ok) throw new Error(page.error.text);
      const text = page.value.items
        .toReversed()
        .map((one) => `**${one.author}**\n\n${one.text.replaceAll(/^/gm, '> ')}`)
        .join('\n\n');
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
    },
  );
}
