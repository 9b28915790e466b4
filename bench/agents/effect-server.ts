import { appendFileSync } from 'node:fs';

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

// A tool server whose tool does something that may not happen twice: it adds a line to the file that is named.
const [file = ''] = process.argv.slice(2);
const server = new McpServer({ name: 'effects', version: '1' });
const inputSchema = { text: z.string() };
server.registerTool('note', { description: 'Notes a text.', inputSchema }, ({ text }) => {
  appendFileSync(file, `${text}\n`);
  return { content: [{ type: 'text', text }] };
});
await server.connect(new StdioServerTransport());
