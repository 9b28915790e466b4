import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';

import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';

import { checkParams } from '../../conductor/src/features/heart/actions/tools/check-params.ts';
import { boundedSchema } from '../../conductor/src/features/heart/actions/tools/bounded-schema.ts';
import type { Tool } from '../../conductor/src/features/heart/actions/tools/tool.ts';
import { limitedFetch } from '../../conductor/src/tool-servers/limited-fetch.ts';
import { longTest } from '../kit/samples.ts';
import { timedUntil } from '../kit/timed.ts';
import { hostileServer, linesOf, toolServers } from '../kit/tool-servers.ts';

const dir = mkdtempSync(join(tmpdir(), 'baton-mcp-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const Asked = z.object({ id: z.number().optional(), method: z.string() });

/** A tool server over HTTP whose one tool answers as `pour` does; its schema is `inputSchema`. */
async function overHttp(
  pour: (answer: ServerResponse, id: number) => void,
  inputSchema: object = { type: 'object' },
): Promise<ReturnType<typeof toolServers>> {
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      const asked = Asked.safeParse(body === '' ? {} : JSON.parse(body));
      if (!asked.success) return answer.writeHead(405).end();
      const { id, method } = asked.data;
      if (id === undefined) return answer.writeHead(202).end();
      if (method === 'tools/call') return pour(answer, id);
      const result =
        method === 'initialize'
          ? {
              protocolVersion: '2025-06-18',
              capabilities: { tools: {} },
              serverInfo: { name: 'pours', version: '0' },
            }
          : { tools: [{ name: 'x', inputSchema, annotations: { readOnlyHint: true } }] };
      answer.setHeader('content-type', 'application/json');
      return answer.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const servers = toolServers(mkdtempSync(join(dir, 'http-')), {
    a: { url: `http://127.0.0.1:${port}/mcp`, timeoutMs: 60_000 },
  });
  onTestFinished(async () => {
    await servers.tools.close();
    server.closeAllConnections();
    server.close();
  });
  return servers;
}

describe('a server that is started', () => {
  it('is told what is configured for it, and no other variable of the person or of Baton', async () => {
    const secrets = ['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'SSH_AUTH_SOCK', 'BATON_DATA_DIR'];
    for (const name of secrets) vi.stubEnv(name, `canary-${name}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const log = join(mkdtempSync(join(dir, 'env-')), 'log');
    const servers = toolServers(
      mkdtempSync(join(dir, 'stdio-')),
      { a: { ...hostileServer('tools', log), env: { GIVEN: 'yes', TAKEN: '${GITHUB_TOKEN}' } } },
      { env: { GITHUB_TOKEN: 'asked for' } },
    );
    onTestFinished(() => servers.tools.close());
    await servers.call('a', 'fine');
    const [line = ''] = linesOf(log, 'environment ');
    const told = z.record(z.string(), z.string()).parse(JSON.parse(line.slice(12)));
    expect(told).toMatchObject({ GIVEN: 'yes', TAKEN: 'asked for', PATH: process.env['PATH'] });
    expect(JSON.stringify(told)).not.toContain('canary');
    const needed = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
    // What a shell or a system library adds to any program of its own begins with an underscore.
    const more = Object.keys(told).filter(
      (name) => !needed.includes(name) && !name.startsWith('_'),
    );
    expect(more.toSorted()).toEqual(['GIVEN', 'TAKEN']);
  });
});

/** Writes pieces of a MiB until nobody listens any more, or far more is said than anyone should hear. */
function endlessly(to: NodeJS.WritableStream, piece: string): void {
  let left = 256;
  const next = (): void => {
    left -= 1;
    if (left === 0) to.end();
    else to.write(piece, (cause) => void (cause ?? setImmediate(next)));
  };
  to.on('error', () => undefined);
  next();
}

const MANY = '{},'.repeat(1_000_000);

/** A stream of events as it is read of a server that says that. */
async function readEvents(said: string): Promise<string> {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/event-stream');
    answer.end(said);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (await limitedFetch(2 ** 30)(`http://127.0.0.1:${port}/`)).text();
}

describe('an answer over HTTP', () => {
  it.each([
    [
      'without an end',
      (answer: ServerResponse) => {
        answer.setHeader('content-type', 'application/json');
        endlessly(answer, 'x'.repeat(2 ** 20));
      },
    ],
    [
      'that unpacks without an end',
      (answer: ServerResponse) => {
        answer.setHeader('content-type', 'application/json');
        answer.setHeader('content-encoding', 'gzip');
        const packed = createGzip();
        packed.pipe(answer);
        answer.on('close', () => packed.destroy());
        endlessly(packed, '0'.repeat(2 ** 20));
      },
    ],
  ])('%s is cut off, and costs no more memory than a message may have', async (_what, pour) => {
    const servers = await overHttp(pour);
    const before = process.memoryUsage().arrayBuffers;
    const outcome = await servers.call('a', 'x');
    expect(outcome).toMatchObject({
      ok: false,
      text: expect.stringMatching(/more than \d+ bytes is not taken in/),
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400 * 2 ** 20);
  });

  it('of more values than any message is cut off before they are made', async () => {
    const servers = await overHttp((answer, id) => {
      answer.setHeader('content-type', 'application/json');
      answer.end(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"_meta":{"a":[${MANY}1]}}}`);
    });
    expect(await servers.call('a', 'x')).toMatchObject({
      ok: false,
      text: expect.stringMatching(/more than \d+ values is not taken in/),
    });
  });

  it('as an event is cut off just so', async () => {
    const reading = readEvents(`data: [${MANY}1]\n\n`);
    await expect(reading).rejects.toThrow(/more than \d+ values is not taken in/);
  });

  it('as events waits for its turn, where there are many', async () => {
    const began = performance.now();
    expect(await readEvents('data: 1\n\n'.repeat(400))).toHaveLength(400 * 9);
    expect(performance.now() - began).toBeGreaterThan(390);
  });

  longTest('as events, each short, may be long in all', async () => {
    const servers = await overHttp((answer, id) => {
      answer.setHeader('content-type', 'text/event-stream');
      const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } };
      const data = JSON.stringify({
        ...note,
        params: { level: 'info', data: 'x'.repeat(2 ** 20) },
      });
      for (let n = 0; n < 100; n += 1) answer.write(`event: message\ndata: ${data}\n\n`);
      const result = { content: [{ type: 'text', text: 'done' }] };
      answer.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
    });
    expect(await servers.call('a', 'x')).toMatchObject({ ok: true, text: 'done' });
  });
});

/** A server over stdio, and the file that it notes things in. */
function overStdio(manner: 'restless' | 'deaf' | 'plenty') {
  const log = join(mkdtempSync(join(dir, `${manner}-`)), 'log');
  const servers = toolServers(mkdtempSync(join(dir, 'stdio-')), { a: hostileServer(manner, log) });
  onTestFinished(() => servers.tools.close());
  return { servers, log };
}

describe('a server that', () => {
  it('says again and again that its tools have changed is asked for them once, and when somebody wants them', async () => {
    const { servers, log } = overStdio('restless');
    expect(await servers.call('a', 'stir')).toMatchObject({ ok: true, text: 'stirred' });
    expect(linesOf(log, 'list')).toHaveLength(1);
    await Promise.all([servers.tools.toolsOf('mcp.a'), servers.tools.toolsOf('mcp.a')]);
    expect(linesOf(log, 'list')).toHaveLength(2);
  });

  it('asks without end and does not read the answers is ended', async () => {
    const { servers } = overStdio('deaf');
    await servers.tools.toolsOf('mcp.a');
    await expect
      .poll(() => servers.source.status())
      .toMatchObject([
        { state: 'idle', error: expect.stringContaining('it does not read what it is told') },
      ]);
  });

  it('has a thousand tools holds nobody up', async () => {
    const { servers } = overStdio('plenty');
    const { result, tookMs } = await timedUntil(() => servers.call('a', 't999'));
    expect(result).toMatchObject({ ok: true });
    expect(tookMs).toBeLessThan(2_000);
  });
});

/** Each doubles with every level: written out it has no end. */
const doubling = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => {
    const $ref = `#/$defs/d${n + 1}`;
    return [`d${n}`, { allOf: [{ $ref }, { $ref }] }];
  }),
);

const TRAPS: readonly (readonly [string, object, Record<string, string | number>])[] = [
  [
    'a regular expression that never ends',
    { properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
    { text: `${'a'.repeat(60)}!` },
  ],
  [
    'one over the names',
    { patternProperties: { '^(a+)+$': {} }, additionalProperties: false },
    { [`${'a'.repeat(60)}!`]: 1 },
  ],
  ['references that double', { $defs: doubling, allOf: [{ $ref: '#/$defs/d0' }] }, { text: 'x' }],
  [
    'values without an end',
    { properties: { text: { enum: Array.from({ length: 100_000 }, (_, n) => ({ n })) } } },
    { text: 'x' },
  ],
  ['a reference to itself', { allOf: [{ $ref: '#' }, { $ref: '#' }] }, { text: 'x' }],
];

describe('a schema of a server with', () => {
  it.each(TRAPS)('%s holds nobody up', async (_what, schema, params) => {
    const inputSchema = { type: 'object', ...schema };
    const servers = await overHttp((answer, id) => {
      answer.setHeader('content-type', 'application/json');
      const result = { content: [{ type: 'text', text: 'ran' }] };
      answer.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }, inputSchema);
    const found = await servers.tools.find('mcp.a', 'x');
    if (!found.ok) throw new Error(found.error.text);
    const { tookMs } = await timedUntil(() => {
      checkParams(found.value, params);
      return servers.call('a', 'x', params);
    });
    expect(tookMs).toBeLessThan(2_000);
  });

  it('shapes that can be checked still refuses what does not fit', () => {
    const paramsSchema = {
      type: 'object',
      $defs: { line: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
      properties: {
        pattern: { type: 'string' },
        lines: { type: 'array', items: { $ref: '#/$defs/line' } },
      },
      required: ['pattern'],
      additionalProperties: false,
    };
    const tool = { id: 'mcp.a::x', paramsSchema } as unknown as Tool;
    expect(checkParams(tool, { pattern: 'a', lines: [{ n: 1 }] })).toBeNull();
    for (const params of [{}, { pattern: 1 }, { pattern: 'a', more: 1 }])
      expect(checkParams(tool, params)).toMatchObject({ code: 'invalid_params' });
    expect(checkParams(tool, { pattern: 'a', lines: [{ n: 'x' }] })).toMatchObject({
      field: 'params.lines.0.n',
    });
  });

  it('anything at all is written out or given up, and never changes what it is made from', () => {
    const key = fc.constantFrom('$ref', 'properties', '$defs', 'allOf', 'items', 'pattern', 'x');
    const { schema } = fc.letrec((tie) => ({
      schema: fc.dictionary(key, tie('part'), { maxKeys: 4 }),
      part: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('#', '#/$defs/x', '#/properties/x', '#/$defs/%E0%A4%A', 'string', 1),
        fc.array(tie('schema'), { maxLength: 3 }),
        tie('schema'),
      ),
    }));
    fc.assert(
      fc.property(schema, (given) => {
        const before = JSON.stringify(given);
        try {
          expect(JSON.stringify(boundedSchema(given as never)).length).toBeLessThan(1_000_000);
        } catch (cause) {
          expect(cause).toBeInstanceOf(Error);
        }
        expect(JSON.stringify(given)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});
