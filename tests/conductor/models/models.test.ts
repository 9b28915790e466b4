import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';

import { apiToolNames } from '../../../conductor/src/models/api-tool-names.ts';
import { createModels } from '../../../conductor/src/models/models.ts';
import type { ModelRequest } from '../../../conductor/src/features/minds/agents/feature.ts';
import { ModelServer, type Said } from '../../kit/model-server.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import { timedUntil } from '../../kit/timed.ts';

const log = pino({ level: 'silent' });

function modelsIn(dir: string, env: Record<string, string> = {}) {
  return createModels({ configFile: join(dir, 'models.json'), log, env });
}

const REQUEST: ModelRequest = {
  modelRef: 'test:small',
  system: ['Be short.'],
  messages: [{ id: 'm1', role: 'user', text: 'Hello' }],
  tools: [],
  signal: new AbortController().signal,
};

test('each faulty entry says where and what fits, and the others serve', () => {
  const dir = tempDir();
  const good = { name: 'local', kind: 'openai-compatible', base_url: 'http://127.0.0.1:1/v1' };
  const entries = [
    good,
    { ...good, name: 'Bad Name' },
    { ...good, name: 'plain', base_url: 'http://models.example/v1' },
    { ...good, name: 'other', kind: 'else' },
    good,
    { ...good, name: 'named', base_url: 'https://me:canary-word@models.example/v1' },
  ];
  writeFileSync(join(dir, 'models.json'), JSON.stringify({ models: entries }));
  expect(modelsIn(dir).endpoints()).toMatchObject([
    { name: 'local', fault: null },
    { name: 'models[1]', fault: expect.stringMatching(/models\[1\]\.name: is of a-z/) },
    { name: 'plain', fault: expect.stringMatching(/base_url: is https, or http on this machine/) },
    { name: 'other', fault: expect.stringMatching(/models\[3\]\.kind/) },
    { name: 'local', fault: expect.stringMatching(/another entry has it/) },
    { name: 'named', fault: expect.stringMatching(/base_url: is shown, so it has no name/) },
  ]);
  expect(JSON.stringify(modelsIn(dir).endpoints())).not.toContain('canary');
  expect(modelsIn(tempDir()).check('local:m')).toMatchObject({ code: 'model_unavailable' });
});

test('a key comes from where the file says, and no answer repeats it', async () => {
  const dir = tempDir();
  const server = await new ModelServer((_request, count) =>
    count === 1 ? { text: 'Hi.' } : { status: 500, words: 'no room for canary-key-1' },
  ).start();
  onTestFinished(() => server.stop());
  server.configure(dir, { api_key_env: 'MODEL_KEY' });
  expect(modelsIn(dir).check('test:small')?.text).toMatch(/MODEL_KEY is not set/);
  const models = modelsIn(dir, { MODEL_KEY: 'canary-key-1' });
  expect(await models.ask(REQUEST)).toMatchObject({ ok: true, value: { text: 'Hi.' } });
  expect(server.keys).toEqual(['Bearer canary-key-1']);
  expect(JSON.stringify([models.endpoints(), await models.ask(REQUEST)])).not.toContain('canary');
});

test('a key is known in an answer, whatever blanks its variable has around it', async () => {
  const dir = tempDir();
  const server = await new ModelServer(() => ({ status: 500, words: 'no: canary-key-4' })).start();
  onTestFinished(() => server.stop());
  server.configure(dir, { api_key_env: 'MODEL_KEY' });
  const said = await modelsIn(dir, { MODEL_KEY: 'canary-key-4\n' }).ask(REQUEST);
  expect(said).toMatchObject({ ok: false, error: { text: expect.stringContaining('no: …') } });
});

test.each<[string, Said]>([
  ['words', { text: 'x'.repeat(1_000_001) }],
  ['params', { calls: [['a', JSON.stringify('x'.repeat(1_000_001))]] }],
  ['names', { calls: [['x'.repeat(1_000_001), '{}']] }],
  ['calls', { calls: Array.from({ length: 129 }, () => ['a', '{}'] as const) }],
])('a reply of more %s than any is refused, and the rest of it not waited for', async (_, said) => {
  const dir = tempDir();
  const server = await new ModelServer(() => ({ ...said, never: true })).start();
  onTestFinished(() => server.stop());
  server.configure(dir);
  const pieces: unknown[] = [];
  const request = { ...REQUEST, heard: (piece: unknown) => void pieces.push(piece) };
  expect(await modelsIn(dir).ask(request)).toMatchObject({
    ok: false,
    error: { code: 'model_refused', text: expect.stringContaining('too much at once') },
  });
  // Whoever reads along hears of no more either.
  expect(JSON.stringify(pieces).length).toBeLessThan(1_000_000);
});

test('an answer that is no stream of words ends once it is larger than any reply', async () => {
  const dir = tempDir();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(2 ** 20)));
    };
    response.on('drain', pour);
    pour();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const entry = { name: 'test', kind: 'openai-compatible', base_url, timeout_ms: 30_000 };
  writeFileSync(join(dir, 'models.json'), JSON.stringify({ models: [entry] }));
  const said = await modelsIn(dir).ask(REQUEST);
  expect(said).toMatchObject({ ok: false });
  expect(JSON.stringify(said)).not.toContain('too long');
});

/** Returns the outcome of a request that is answered with that event, and one that ends the reply. */
async function answeredBy(event: object) {
  const dir = tempDir();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const end = { choices: [{ delta: { content: 'Hi.' }, finish_reason: 'stop' }] };
    response.end([event, end].map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const entry = { name: 'test', kind: 'openai-compatible', base_url };
  writeFileSync(join(dir, 'models.json'), JSON.stringify({ models: [entry] }));
  return modelsIn(dir).ask(REQUEST);
}

test('an event that no reply needs is not taken apart', async () => {
  const unread = (length: number) => ({ choices: [], unread: 'x'.repeat(length) });
  expect(await answeredBy(unread(1_000_000))).toMatchObject({ ok: true, value: { text: 'Hi.' } });
  expect(await answeredBy(unread(5_000_000))).toMatchObject({ ok: false });
});

test('calls without end in one event are refused before each is compared with all', async () => {
  const many = (call: object) => Array.from({ length: 20_000 }, () => ({ function: call }));
  const tool_calls = [...many({ name: 'a' }), ...many({ arguments: 'x' })];
  const { result, tookMs } = await timedUntil(() =>
    answeredBy({ choices: [{ delta: { tool_calls } }] }),
  );
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'model_refused', text: expect.stringContaining('too much at once') },
  });
  expect(tookMs).toBeLessThan(3_000);
});

test('what a provider says of its tokens is a count, or says nothing', async () => {
  const dir = tempDir();
  const server = await new ModelServer(() => ({ text: 'Hi.', tokens: [-5, 1e300] })).start();
  onTestFinished(() => server.stop());
  server.configure(dir);
  const said = await modelsIn(dir).ask(REQUEST);
  expect(said).toMatchObject({ ok: true, value: { tokensIn: 0, tokensOut: 1e9 } });
});

test('a key file that others may read is not taken', () => {
  const dir = tempDir();
  const file = join(dir, 'key');
  writeFileSync(file, 'canary-key-2\n');
  const entry = {
    name: 'test',
    kind: 'anthropic',
    base_url: 'https://a.example',
    api_key_file: file,
  };
  writeFileSync(join(dir, 'models.json'), JSON.stringify({ models: [entry] }));
  chmodSync(file, 0o644);
  expect(modelsIn(dir).check('test:m')?.text).toMatch(/others may read .*chmod 600/);
  chmodSync(file, 0o600);
  expect(modelsIn(dir).check('test:m')).toBeNull();
});

test('a key goes to the address that the person wrote, and to no other', async () => {
  const dir = tempDir();
  const elsewhere = await new ModelServer(() => ({ text: 'Hi.' })).start();
  const server = createServer((_request, response) =>
    response.writeHead(307, { location: `${elsewhere.url}/chat/completions` }).end(),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    elsewhere.stop();
  });
  await new Promise((resolve) => void server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const base_url = `http://127.0.0.1:${port}/v1`;
  const entry = { name: 'test', kind: 'openai-compatible', base_url, api_key_env: 'MODEL_KEY' };
  writeFileSync(join(dir, 'models.json'), JSON.stringify({ models: [entry] }));
  const said = await modelsIn(dir, { MODEL_KEY: 'canary-key-3' }).ask(REQUEST);
  expect(said).toMatchObject({ ok: false, error: { code: 'model_overloaded' } });
  expect(elsewhere.requests).toEqual([]);
});

test('an endpoint is asked as often at once as its entry says, and who waits can be stopped', async () => {
  const dir = tempDir();
  const answered = Promise.withResolvers<void>();
  const server = await new ModelServer((_request, count) => ({
    text: `Reply ${count}.`,
    ...(count === 1 && { after: answered.promise }),
  })).start();
  onTestFinished(() => server.stop());
  server.configure(dir, { max_concurrent: 1 });
  const models = modelsIn(dir);
  const first = models.ask(REQUEST);
  await once(server, 'asked');
  const stop = new AbortController();
  const stopped = models.ask({ ...REQUEST, signal: stop.signal });
  const last = models.ask(REQUEST);
  stop.abort();
  expect(await stopped).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(server.requests).toHaveLength(1);
  answered.resolve();
  expect(await first).toMatchObject({ ok: true, value: { text: 'Reply 1.' } });
  expect(await last).toMatchObject({ ok: true, value: { text: 'Reply 2.' } });
});

test.each([
  [{}, false],
  [{ parallel_tool_calls: true }, true],
])(
  'an endpoint of this machine with %j is told of several calls in a reply: %s',
  async (rest, told) => {
    const dir = tempDir();
    const server = await new ModelServer(() => ({ text: 'Hi.' })).start();
    onTestFinished(() => server.stop());
    server.configure(dir, rest);
    const tool = { name: 'conductor::time', description: 'Time.', paramsSchema: {} };
    const tools = [{ ...tool, asks: false, cost: null }];
    await modelsIn(dir).ask({ ...REQUEST, tools });
    await modelsIn(dir).ask(REQUEST);
    expect(server.requests.map((request) => request.parallel_tool_calls)).toEqual([
      told,
      undefined,
    ]);
  },
);

test('names of tools fit every provider, and no two are the same', () => {
  const long = `mcp.files::${'x'.repeat(80)}`;
  const names = ['mcp.a::b', 'mcp_a::b', 'conductor::artifact.read', long, `${long}y`];
  const api = [...apiToolNames(names).values()];
  expect(new Set(api).size).toBe(names.length);
  for (const name of api) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(api[2]).toBe('conductor__artifact_read');
  expect([...apiToolNames(names).values()]).toEqual(api);
});
