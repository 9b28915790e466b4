import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

import type { RunningConductor } from './running-conductor.ts';

interface ToolAnswer {
  readonly text: string;
  readonly value: Record<string, unknown>;
  readonly isError: boolean;
}

/** An MCP client of a person over HTTP, that calls tools by name. */
export async function mcpClient(
  conductor: Pick<RunningConductor, 'adminSecret' | 'url'>,
): Promise<(name: string, given?: Record<string, unknown>) => Promise<ToolAnswer>> {
  const headers = { authorization: `Bearer ${conductor.adminSecret}` };
  const url = new URL('/mcp', conductor.url);
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  const client = new Client({ name: 'a client', version: '0' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());
  return async (name: string, given: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError } = (await client.callTool({
      name,
      arguments: given,
    })) as CallToolResult;
    const [first] = content;
    return {
      text: first?.type === 'text' ? first.text : '',
      value: structuredContent as Record<string, unknown>,
      isError: isError === true,
    };
  };
}
