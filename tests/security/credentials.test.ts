import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import type { Operation } from '../../shared/api/operation.ts';
import { operations } from '../../shared/api/operations.ts';
import { streams } from '../../shared/api/streams.ts';
import { runningUrl } from '../../conductor/src/running-url.ts';
import { BRIDGE_PATH, SUBPROTOCOL } from '../../shared/protocol/index.ts';
import { LOOPBACK_ADDRESSES } from '../kit/loopback-addresses.ts';
import { runConductor, startTestConductor, type TestConductor } from '../kit/running-conductor.ts';
import { SIMULATED_ORIGIN } from '../kit/simulated-browser.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Requests that only the person's own programs may send. */
const LOCKED: readonly (readonly [string, string])[] = [
  ...Object.values(operations as Readonly<Record<string, Operation>>),
  ...Object.values(streams),
  { method: 'POST', path: '/mcp' },
  { method: 'GET', path: '/mcp' },
  { method: 'DELETE', path: '/mcp' },
].map(({ method, path }) => [method, path.replace(':id', 'x')] as const);
/** Requests that anyone on this machine may send. */
const OPEN = [
  ['GET', '/'],
  ['GET', '/pair'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/openapi.json'],
] as const;
/** Requests whose handlers judge the Origin themselves. */
const FOR_EXTENSIONS = [
  ['POST', '/v1/pairing/claim'],
  ['GET', BRIDGE_PATH],
] as const;

let conductor: TestConductor;
let clientToken: string;
let usedCode: string;
beforeAll(async () => {
  conductor = await startTestConductor();
  clientToken = (await conductor.pair()).token;
  const offer = (await (await conductor.admin('POST', '/v1/pairing/codes')).json()) as {
    code: string;
  };
  usedCode = offer.code;
});
afterAll(() => conductor.end());

function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const asked = request(`${conductor.url}${path}`, { method, headers });
  asked.end();
  return new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
      );
    });
  });
}

const everything = [...LOCKED, ...OPEN, ...FOR_EXTENSIONS];

it.each(LOCKED)('%s %s takes the admin secret and no other', async (method, path) => {
  const { adminSecret, dataDir } = conductor;
  const installSecret = readFileSync(join(dataDir, 'install-secret'), 'utf8');
  const others = [
    null,
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${clientToken}`,
    `Bearer ${usedCode}`,
    `Bearer ${installSecret}`,
    `Bearer ${adminSecret} `.slice(0, -2),
    `Bearer ${adminSecret}x`,
    `Bearer  ${adminSecret}`,
    `bearer ${adminSecret}`,
    `Basic ${Buffer.from(`admin:${adminSecret}`).toString('base64')}`,
    adminSecret,
  ];
  for (const authorization of others) {
    const answer = await ask(method, path, authorization === null ? {} : { authorization });
    expect([authorization, answer.status]).toEqual([authorization, 401]);
  }
  const elsewhere = await ask(method, `${path}?token=${adminSecret}`, {
    cookie: `authorization=Bearer ${adminSecret}`,
    'x-authorization': `Bearer ${adminSecret}`,
  });
  expect(elsewhere.status).toBe(401);
  const answer = await ask(method, `${path}`, {
    authorization: `Bearer ${adminSecret}`,
    origin: 'null',
  });
  expect(answer.status).toBe(403);
});

it.each(everything)('%s %s is not answered to a rebound Host', async (method, path) => {
  const { port } = new URL(conductor.url);
  const authorization = `Bearer ${conductor.adminSecret}`;
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `localhost.:${port}`,
    `0.0.0.0:${port}`,
    `[::1]:${port}`,
    `127.1:${port}`,
    '127.0.0.1',
    `127.0.0.1:${port}0`,
    `LOCALHOST.evil:${port}`,
  ]) {
    const answer = await ask(method, path, { host, authorization });
    expect([host, answer.status]).toEqual([host, 421]);
  }
});

it.each([...LOCKED, ...OPEN])('%s %s is not answered to another Origin', async (method, path) => {
  const { port } = new URL(conductor.url);
  const authorization = `Bearer ${conductor.adminSecret}`;
  for (const origin of [
    'null',
    'https://evil.example',
    `http://127.0.0.1:${port}.evil.example`,
    `http://127.0.0.1:${Number(port) - 1}`,
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1',
    'file://',
    SIMULATED_ORIGIN,
    `chrome-extension://${'a'.repeat(32)}`,
  ]) {
    const answer = await ask(method, path, { origin, authorization });
    expect([origin, answer.status]).toEqual([origin, 403]);
    // Nothing lets a page read it, and no preflight succeeds.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
  }
});

describe('the addresses that names of this machine lead to', () => {
  it.each(LOOPBACK_ADDRESSES)('are held while it runs: %s', async (host) => {
    const { port } = new URL(conductor.url);
    const stranger = createServer();
    const [fault] = (await Promise.race([
      once(stranger.listen(Number(port), host), 'listening').then(() => ['listens']),
      once(stranger, 'error'),
    ])) as [{ code?: string }];
    stranger.close();
    expect(fault.code).toBe('EADDRINUSE');
    const health = await fetch(`http://${host === '::1' ? '[::1]' : host}:${port}/healthz`);
    // Names lead there; the address itself is none of the conductor's.
    expect(health.status).toBe(host === '::1' ? 421 : 200);
  });

  it('are free once it has stopped', async () => {
    const own = await runConductor();
    const { port } = new URL(own.url);
    await own.stop();
    const next = await runConductor({ port: Number(port) });
    expect(new URL(next.url).port).toBe(port);
  });
});

describe('a browser that was unpaired', () => {
  it('is cut off at once, and its token opens nothing any more', async () => {
    const own = await runConductor();
    const stays = await own.browser({ disk: await own.pair() });
    const disk = await own.pair();
    const { browser } = await own.browser({ disk });
    const [client] = own.rows<{ id: string }>(
      'select client_id as id from clients order by rowid desc limit 1',
    );
    const closed = once(browser, 'closed');
    await own.admin('DELETE', `/v1/clients/${client?.id}`);
    expect((await closed)[0]).toMatchObject({ code: 4401 });
    browser.close();
    // Another of the same Origin is paired still, so the upgrade itself is let in.
    const socket = new WebSocket(`${own.url.replace('http', 'ws')}${BRIDGE_PATH}`, SUBPROTOCOL, {
      origin: SIMULATED_ORIGIN,
    });
    await once(socket, 'open');
    socket.send(
      JSON.stringify({
        v: 1,
        id: 'h',
        type: 'hello',
        token: disk.token,
        last_seq: 0,
        browser: { name: 'x', version: '1' },
        extension_version: '1',
      }),
    );
    expect((await once(socket, 'close'))[0]).toBe(4401);
    expect(stays.inbox.of('welcome')).toHaveLength(1);
  });

  it('as the last of its Origin cannot even connect', async () => {
    const own = await runConductor();
    await own.pair();
    const [client] = own.rows<{ id: string }>('select client_id as id from clients');
    await own.admin('DELETE', `/v1/clients/${client?.id}`);
    const socket = new WebSocket(`${own.url.replace('http', 'ws')}${BRIDGE_PATH}`, SUBPROTOCOL, {
      origin: SIMULATED_ORIGIN,
    });
    const [cause] = (await once(socket, 'error')) as [Error];
    expect(cause.message).toContain('403');
  });
});

describe('whoever guesses at six digits', () => {
  const MANY = 60;
  const origins = (count: number): string[] =>
    Array.from(
      { length: count },
      (_, n) => `moz-extension://${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`,
    );

  async function guessing(): Promise<{
    readonly code: string;
    readonly linkCode: string;
    readonly claim: (code: string, origin: string) => Promise<string>;
    readonly guess: (from: readonly string[]) => Promise<string[]>;
    readonly paired: () => number;
  }> {
    const own = await runConductor();
    const offer = (await (await own.admin('POST', '/v1/pairing/codes')).json()) as {
      code: string;
      link: string;
    };
    const claim = async (code: string, origin: string): Promise<string> => {
      const answer = await fetch(`${own.url}/v1/pairing/claim`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({
          code,
          browser: { name: 'x', version: '1' },
          extension_version: '1',
        }),
      });
      return answer.ok ? 'paired' : ((await answer.json()) as { code: string }).code;
    };
    return {
      code: offer.code,
      linkCode: new URL(offer.link).hash.replace('#code=', ''),
      claim,
      // All at once, none of them right.
      guess: (from) =>
        Promise.all(
          from.map((origin, n) =>
            claim(String((Number(offer.code) + 1 + n) % 1_000_000).padStart(6, '0'), origin),
          ),
        ),
      paired: () => own.rows('select * from clients').length,
    };
  }

  it('from one Origin is heard five times, and holds up no other', async () => {
    const { code, claim, guess, paired } = await guessing();
    const [hostile = '', honest = ''] = origins(2);
    const answers = await guess(Array.from({ length: MANY }, () => hostile));
    expect(answers.filter((answer) => answer === 'pairing_code_invalid')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(MANY - 5);
    // Not even the right one, or to go on would pay.
    expect(await claim(code, hostile)).toBe('too_many_attempts');
    expect(paired()).toBe(0);
    expect(await claim(code, honest)).toBe('paired');
  });

  it('from Origins made up for each try is heard thirty times, and the link pairs all the same', async () => {
    const { code, linkCode, claim, guess, paired } = await guessing();
    const answers = await guess(origins(MANY));
    expect(answers.filter((answer) => answer === 'pairing_code_invalid')).toHaveLength(30);
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(MANY - 30);
    expect(await claim(code, SIMULATED_ORIGIN)).toBe('too_many_attempts');
    expect(paired()).toBe(0);
    expect(await claim(linkCode, SIMULATED_ORIGIN)).toBe('paired');
  });
});

it('where a conductor listens is told nobody any more before it stops listening', async () => {
  const own = await runConductor();
  expect(runningUrl(own.dataDir)).toBe(own.url);
  const stopping = own.stop();
  // Its socket is open yet, and it holds its folder.
  expect(runningUrl(own.dataDir)).toBeNull();
  await stopping;
});
