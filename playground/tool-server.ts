import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { randomInt } from 'node:crypto';
import { z } from 'zod';

// An MCP server over standard input and output, for `/tool` and `/ask`: one tool that only reads, and so runs by itself,
// and one that changes something, and so is asked about.
const server = new McpServer({ name: 'playground', version: '1.0.0' });
const notes: string[] = [];

server.registerTool(
  'roll',
  {
    description: 'Rolls a die.',
    inputSchema: { sides: z.int().min(2).max(1_000).default(6) },
    annotations: { readOnlyHint: true },
  },
  ({ sides }) => said(`A die of ${sides} sides shows ${randomInt(1, sides + 1)}.`),
);

server.registerTool(
  'note',
  {
    description: 'Pins a note to a board that is wiped when the conductor ends.',
    inputSchema: { text: z.string().min(1).max(500) },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  ({ text }) => {
    notes.push(text);
    return said(`Note ${notes.length} is on the board: ${text}`);
  },
);

await server.connect(new StdioServerTransport());

function said(text: string): { content: [{ type: 'text'; text: string }] } {
  return { content: [{ type: 'text', text }] };
}
