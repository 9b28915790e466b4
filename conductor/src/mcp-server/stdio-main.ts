import { parseArgs } from 'node:util';

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

import { createHttpApi } from '../client/http-api.ts';
import { findConductor } from '../client/find-conductor.ts';
import { VERSION } from '../version.ts';
import { createBatonMcpServer } from './create-mcp-server.ts';

const { values } = parseArgs({
  options: { url: { type: 'string' }, 'data-dir': { type: 'string' } },
  strict: false,
});
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
const found = findConductor({ url: text(values['url']), dataDir: text(values['data-dir']) });
if (!found.ok) {
  process.stderr.write(`${found.error.text}\n`);
  process.exit(5);
}
const { url, adminSecret } = found.value;
const server = createBatonMcpServer(createHttpApi({ url, adminSecret, via: 'mcp' }), VERSION);
await server.connect(new StdioServerTransport());
// The client that started us has gone.
process.stdin.once('end', () => void server.close().then(() => process.exit(0)));
