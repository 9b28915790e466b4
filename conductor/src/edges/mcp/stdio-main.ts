import { parseArgs } from 'node:util';

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

import { operations } from '../../../../shared/api/operations.ts';
import { findConductor, hasRun } from '../../client/find-conductor.ts';
import { createHttpApi } from '../../client/http-api.ts';
import { VERSION } from '../../version.ts';
import { ownSession } from './client-session.ts';
import { createBatonMcpServer } from './create-mcp-server.ts';

const { values } = parseArgs({
  options: { url: { type: 'string' }, 'data-dir': { type: 'string' } },
  strict: false,
});

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const asked = { url: text(values['url']), dataDir: text(values['data-dir']) };

const find = () => findConductor(asked);

const found = find();

// One that ran may run again: each call looks for it.
if (!found.ok && !(hasRun(asked) && found.error.code === 'conductor_unreachable')) {
  process.stderr.write(`${found.error.text}\n`);
  process.exit(5);
}

const api = createHttpApi({ find, via: 'mcp' });

const session = ownSession(api, () => server.server.getClientVersion()?.name);

const server = createBatonMcpServer(api, VERSION, operations, session);

await server.connect(new StdioServerTransport());

// The client that started us has gone.
process.stdin.once('end', () => void server.close().then(() => process.exit(0)));
