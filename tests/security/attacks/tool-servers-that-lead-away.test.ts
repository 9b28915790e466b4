import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, expect, test } from 'vitest';

import { tempDir } from '../../kit/running-conductor.ts';
import { toolServers } from '../../kit/tool-servers.ts';

// A tool server that is reached by an address leads a request elsewhere: with it would go the secret that is configured
// for the server, and what an action brings.

const SECRET = 'secret-4711';
const ADDRESS = 'Church Street 12';
const HEADERS = {
  'x-api-key': SECRET,
  authorization: `Bearer ${SECRET}`,
  cookie: `session=${SECRET}`,
};

interface Heard {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const closing: Server[] = [];
afterEach(() => closing.splice(0).forEach((server) => server.close()));

interface Listening {
  readonly url: string;
  readonly heard: readonly Heard[];
}

/** Parts of the protocol that a server answers. */
function answerTo(body: string): object | null {
  const { id, method } = JSON.parse(body) as { id?: number; method: string };
  if (id === undefined) return null;
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'away', version: '0' },
    },
    'tools/list': {
      tools: [
        { name: 'find', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
      ],
    },
    'tools/call': { content: [{ type: 'text', text: 'found' }] },
  };
  return { jsonrpc: '2.0', id, result: results[method] ?? {} };
}

/** @param lead Where a request with that body is led; null: it is answered. */
async function listen(
  lead: (request: Heard) => { readonly status: number; readonly to: string } | null,
): Promise<Listening> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { url: request.url ?? '', headers: request.headers, body };
      heard.push(one);
      const led = lead(one);
      if (led !== null) return response.writeHead(led.status, { location: led.to }).end();
      if (request.method !== 'POST') return response.writeHead(405).end();
      const answer = answerTo(body);
      if (answer === null) return response.writeHead(202).end();
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

const configured = (url: string) =>
  toolServers(
    tempDir(),
    { away: { url: `${url}/mcp`, headers: HEADERS } },
    { connectLimitMs: 3_000 },
  );

for (const status of [301, 302, 303, 307, 308])
  for (const at of ['initialize', 'tools/list', 'tools/call'])
    test(`neither secret nor words go where ${at} is led by ${status}`, async () => {
      const stranger = await listen(() => null);
      const own = await listen(({ body }) =>
        body.includes(`"${at}"`) ? { status, to: `${stranger.url}/mcp` } : null,
      );
      const servers = configured(own.url);
      const called = await servers
        .call('away', 'find', { address: ADDRESS })
        .catch((cause: unknown) => String(cause));
      await servers.tools.close();
      expect(own.heard.length).toBeGreaterThan(0);
      expect(JSON.stringify(stranger.heard)).not.toMatch(new RegExp(`${SECRET}|${ADDRESS}`));
      expect(JSON.stringify(called)).not.toContain('found');
    });

test('an address of its own to which a server leads is asked', async () => {
  const own = await listen(({ url }) => (url === '/mcp' ? { status: 307, to: '/mcp/' } : null));
  const servers = configured(own.url);
  expect(await servers.call('away', 'find')).toMatchObject({ ok: true, text: 'found' });
  await servers.tools.close();
});

test('a server that leads round and round is given up', async () => {
  const own = await listen(({ url }) => ({ status: 307, to: `${url}x` }));
  const servers = configured(own.url);
  await expect(servers.call('away', 'find')).rejects.toThrow();
  await servers.tools.close();
  expect(own.heard.length).toBeLessThan(50);
});
