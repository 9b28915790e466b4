import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { createPairing } from '../../../../conductor/src/features/ground/browsers/pairing.ts';
import { openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import { SQLITE_PARTS } from '../../../../conductor/src/features.ts';
import { createReader } from '../../../../conductor/src/stores/sqlite/reader.ts';
import { createStepStore } from '../../../../conductor/src/stores/sqlite/step-store.ts';
import { runtimeReport } from '../../../kit/browser-frames.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../kit/running-conductor.ts';
import { SIMULATED_ORIGIN } from '../../../kit/simulated-browser.ts';

const BROWSER = { name: 'firefox', version: '153' };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly problem: Readonly<Record<string, unknown>>;
}

/** A request with any headers at all: fetch would not let Host or Origin be forged. */
function ask(
  { url }: RunningConductor,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const asked = request(
      `${url}${path}`,
      { method, headers: { ...json, ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        answer.on('error', reject);
        answer.on('end', () => {
          const isJson = answer.headers['content-type']?.includes('json') === true;
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            problem: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

async function offer(
  conductor: RunningConductor,
): Promise<{ code: string; link: string; expires_at: number }> {
  const answer = await conductor.admin('POST', '/v1/pairing/codes');
  return (await answer.json()) as { code: string; link: string; expires_at: number };
}

function claim(
  conductor: RunningConductor,
  code: unknown,
  origin: string | null = SIMULATED_ORIGIN,
) {
  const body = JSON.stringify({ code, browser: BROWSER, extension_version: '1' });
  return ask(conductor, 'POST', '/v1/pairing/claim', origin === null ? {} : { origin }, body);
}

/** Six digits that are none of these. */
function unlike(...codes: readonly string[]): string {
  const free = ['000000', '000001', '000002'].find((digits) => !codes.includes(digits));
  return free ?? 'there is always one';
}

describe('pairing', () => {
  it('gives a browser a token for a code', async () => {
    const conductor = await runConductor();
    const { code, expires_at } = await offer(conductor);
    expect(code).toMatch(/^\d{6}$/);
    expect(expires_at).toBeGreaterThan(Date.now());
    const { status, problem } = await claim(conductor, code);
    expect(status).toBe(200);
    expect(problem).toEqual({
      client_id: expect.any(String),
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [row] = conductor.rows('select * from clients');
    expect(row).toMatchObject({
      client_id: problem['client_id'],
      origin: SIMULATED_ORIGIN,
      browser_name: 'firefox',
    });
    expect(JSON.stringify(row)).not.toContain(problem['token']);
  });

  it('takes the code of the link as well, and either of the two once', async () => {
    const conductor = await runConductor();
    const { code, link } = await offer(conductor);
    expect(link).toMatch(new RegExp(`^${conductor.url}/pair#code=`));
    expect((await claim(conductor, link.split('#code=')[1])).status).toBe(200);
    expect((await claim(conductor, code)).problem).toMatchObject({
      status: 403,
      code: 'pairing_code_invalid',
    });
  });

  it('gives one token when two browsers race for a code', async () => {
    const conductor = await runConductor();
    const { code } = await offer(conductor);
    const answers = await Promise.all([
      claim(conductor, code),
      claim(conductor, code),
      claim(conductor, code),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
    expect(conductor.rows('select client_id from clients')).toHaveLength(1);
  });

  it('hears five wrong codes of one browser, and no more; another browser and the link still pair', async () => {
    const conductor = await runConductor();
    const [first, second] = [await offer(conductor), await offer(conductor)];
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await claim(conductor, unlike(first.code, second.code))).problem).toMatchObject({
        status: 403,
        code: 'pairing_code_invalid',
      });
    }
    expect((await claim(conductor, first.code)).problem).toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      detail: expect.stringContaining('The link'),
    });
    const other = `chrome-extension://${'a'.repeat(32)}`;
    expect((await claim(conductor, first.code, other)).status).toBe(200);
    expect((await claim(conductor, second.link.split('#code=')[1])).status).toBe(200);
  });

  it.each([
    ['a web page', 'https://chatgpt.com'],
    ['nobody in particular', null],
    ['the null origin', 'null'],
    ['what looks like an extension', `chrome-extension://${'a'.repeat(32)}.evil.example`],
    ['an extension of an impossible id', `chrome-extension://${'z'.repeat(32)}`],
    ['the conductor’s own page', 'own'],
  ])('is refused to %s, and the code stays good', async (_who, origin) => {
    const conductor = await runConductor();
    const { code } = await offer(conductor);
    const refused = await claim(conductor, code, origin === 'own' ? conductor.url : origin);
    expect(refused.problem).toMatchObject({ status: 403, code: 'forbidden_origin' });
    expect((await claim(conductor, code)).status).toBe(200);
  });

  it.each([
    ['code', { browser: BROWSER, extension_version: '1' }],
    ['code', { code: '', browser: BROWSER, extension_version: '1' }],
    ['code', { code: 123_456, browser: BROWSER, extension_version: '1' }],
    ['browser', { code: '123456', extension_version: '1' }],
    ['browser.version', { code: '123456', browser: { name: 'firefox' }, extension_version: '1' }],
    ['extension_version', { code: '123456', browser: BROWSER }],
  ])('names the field that is wrong: %s in %j', async (field, body) => {
    const conductor = await runConductor();
    const headers = { origin: SIMULATED_ORIGIN };
    const { problem } = await ask(
      conductor,
      'POST',
      '/v1/pairing/claim',
      headers,
      JSON.stringify(body),
    );
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request', field: `body.${field}` });
    expect(problem['detail']).toMatch(new RegExp(`^body.${field}: `));
  });

  it('does not take a code that is older than ten minutes, and forgets wrong ones as late, however the clock is set', async () => {
    const db = openDatabase(join(tempDir(), 'baton.db'));
    onTestFinished(() => void db.$client.close());
    const store = createStepStore(db, SQLITE_PARTS, { now: Date.now, effects: () => undefined });
    let now = 1_000_000;
    const pairing = createPairing(
      store,
      createReader(db, SQLITE_PARTS.queries),
      Buffer.alloc(32, 1),
      // Set back by more with each minute that passes.
      () => 100_000_000 - 3 * now,
      () => 'client-1',
      () => now,
    );
    const tryOut = async (code: string) => {
      const claimed = await pairing.claim({
        code,
        origin: SIMULATED_ORIGIN,
        browser: BROWSER,
        isDistant: false,
      });
      return claimed.ok ? 'paired' : claimed.error.code;
    };
    const old = pairing.offer();
    now += 10 * 60_000;
    expect(await tryOut(old.linkCode)).toBe('pairing_code_invalid');
    for (let tries = 0; tries < 5; tries += 1) await tryOut(unlike(old.code));
    now += 10 * 60_000 - 1;
    const fresh = pairing.offer();
    expect(await tryOut(fresh.code)).toBe('too_many_attempts');
    now += 1;
    expect(await tryOut(fresh.code)).toBe('paired');
  });
});

describe('the administration', () => {
  const ROUTES = [
    ['POST', '/v1/pairing/codes'],
    ['GET', '/v1/status'],
    ['PUT', '/v1/conversations/x/mode'],
  ] as const;

  it.each(ROUTES)('%s %s is closed to whoever does not know the secret', async (method, path) => {
    const conductor = await runConductor();
    const { adminSecret } = conductor;
    const tries = [
      undefined,
      'Bearer',
      'Bearer wrong',
      `bearer ${adminSecret}`,
      `Basic ${adminSecret}`,
      adminSecret,
      `Bearer ${adminSecret}x`,
      `Bearer ${adminSecret.slice(0, -1)}`,
    ];
    for (const authorization of tries) {
      const body = method === 'GET' ? undefined : '{}';
      const answer = await ask(
        conductor,
        method,
        path,
        authorization === undefined ? {} : { authorization },
        body,
      );
      expect(answer.problem).toMatchObject({ status: 401, code: 'unauthorized' });
    }
  });

  it('tells how the whole stands', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport([{ remote_conversation_id: 'a', title: 'Tea' }]));
    await inbox.first('conversation.state');
    const status = await (await conductor.admin('GET', '/v1/status')).json();
    expect(status).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      started_at: expect.any(Number),
      database: { read_only: false, schema: expect.any(Number) },
      conversations: { manual: 1 },
      jobs: {},
      open_approvals: 0,
      clients: [
        {
          client_id: expect.any(String),
          browser: { name: 'simulated', version: '1' },
          connected: true,
          conversations: 1,
        },
      ],
      parked: [],
    });
  });

  it.each([
    ['no mode', {}, 'body.mode'],
    ['an unknown mode', { mode: 'turbo' }, 'body.mode'],
    ['a number for a mode', { mode: 1 }, 'body.mode'],
    ['a reason that is no text', { mode: 'paused', reason: 7 }, 'body.reason'],
    ['a reason without end', { mode: 'paused', reason: 'x'.repeat(501) }, 'body.reason'],
    ['a list', [], 'body'],
  ])('names what is wrong with %s', async (_what, body, field) => {
    const conductor = await runConductor();
    const answer = await conductor.admin('PUT', '/v1/conversations/x/mode', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', field });
  });

  it('knows no conversation of a made-up id', async () => {
    const conductor = await runConductor();
    for (const id of ['x', '..%2Fx', "'%20or%201=1", 'x'.repeat(99)]) {
      const answer = await conductor.admin('PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    }
  });

  it('pauses a conversation with a reason, which a browser is shown', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['a']));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    const answer = await conductor.admin('PUT', `/v1/conversations/${id}/mode`, {
      mode: 'paused',
      reason: 'tea time',
    });
    expect(await answer.json()).toMatchObject({
      local_conversation_id: id,
      mode: 'paused',
      pause_reason: 'tea time',
    });
    const told = await inbox.first('conversation.state', ({ mode }) => mode === 'paused');
    expect(told.pause_reason).toBe('tea time');
  });
});

describe('every route', () => {
  const ALL = [
    ['GET', '/healthz'],
    ['GET', '/'],
    ['GET', '/pair'],
    ['GET', '/v1/status'],
    ['POST', '/v1/pairing/codes'],
    ['POST', '/v1/pairing/claim'],
    ['PUT', '/v1/conversations/x/mode'],
    ['GET', '/v1/bridge'],
    ['GET', '/nowhere'],
    ['OPTIONS', '/v1/status'],
  ] as const;

  it.each(ALL)('%s %s answers to its own Host alone', async (method, path) => {
    const conductor = await runConductor();
    const { port } = new URL(conductor.url);
    const authorization = `Bearer ${conductor.adminSecret}`;
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${Number(port) + 1}`,
      `127.0.0.1.evil.example:${port}`,
    ]) {
      const answer = await ask(conductor, method, path, { host, authorization });
      expect(answer.problem).toMatchObject({ status: 421, code: 'forbidden_host' });
    }
  });

  it.each(ALL.filter(([, path]) => !['/v1/bridge', '/v1/pairing/claim'].includes(path)))(
    '%s %s does not answer pages of other origins',
    async (method, path) => {
      const conductor = await runConductor();
      const { port } = new URL(conductor.url);
      const authorization = `Bearer ${conductor.adminSecret}`;
      for (const origin of [
        'https://evil.example',
        'null',
        `http://localhost.evil.example:${port}`,
        `https://127.0.0.1:${port}`,
        'http://127.0.0.1',
        SIMULATED_ORIGIN,
      ]) {
        const answer = await ask(conductor, method, path, { origin, authorization });
        expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden_origin' });
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  it.each([
    ['GET', '/nowhere', 404, 'not_found', undefined],
    ['DELETE', '/v1/status', 404, 'not_found', undefined],
    ['POST', '/v1/pairing/claim', 413, 'payload_too_large', `{"code":"${'x'.repeat(70_000)}"}`],
    ['POST', '/v1/pairing/claim', 400, 'invalid_request', '{"code":'],
    ['POST', '/v1/pairing/claim', 400, 'invalid_request', ''],
    ['POST', '/v1/pairing/claim', 400, 'invalid_request', 'null'],
  ] as const)(
    '%s %s fails with %i in words for people, without its insides',
    async (method, path, status, code, body) => {
      const conductor = await runConductor();
      const answer = await ask(
        conductor,
        method,
        path,
        { origin: path.includes('claim') ? SIMULATED_ORIGIN : conductor.url },
        body,
      );
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.problem).toMatchObject({
        type: 'about:blank',
        status,
        code,
        title: expect.any(String),
        detail: expect.any(String),
        remedy: expect.any(String),
      });
      expect(answer.text).not.toMatch(/ {4}at |node_modules|\.ts:\d|sqlite/i);
    },
  );

  it('that fails inside says so without its insides', async () => {
    const conductor = await runConductor();
    const { default: Database } = await import('better-sqlite3');
    const db = new Database(join(conductor.dataDir, 'baton.db'));
    db.exec('drop table conversation_aliases; alter table conversations rename to gone');
    db.close();
    const answer = await conductor.admin('GET', '/v1/status');
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: 'internal' });
    expect(text).not.toMatch(/ {4}at |node_modules|\.ts:\d|sqlite|conversations/i);
    expect(conductor.log.map(({ msg }) => msg)).toContain('request failed');
  });
});

it('no WebSocket is opened on a route that takes none', async () => {
  const conductor = await runConductor();
  const headers = { authorization: `Bearer ${conductor.adminSecret}` };
  for (const path of ['/healthz', '/pair', '/v1/status', '/v1/live']) {
    const socket = new WebSocket(`${conductor.url.replace('http', 'ws')}${path}`, { headers });
    const [asked, answer] = (await once(socket, 'unexpected-response')) as [
      ClientRequest,
      IncomingMessage,
    ];
    asked.destroy();
    expect(answer.statusCode).toBe(400);
  }
});

describe('the pairing page', () => {
  it('runs no script, loads nothing, sends nothing and stands in no frame', async () => {
    const conductor = await runConductor();
    const { status, headers, text } = await ask(conductor, 'GET', '/pair');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const csp = String(headers['content-security-policy']).split('; ');
    expect(csp).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/=]{44}'$/),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(text).not.toMatch(/<script|\son\w+=|style=|https?:/i);
  });

  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['de-DE,zh-TW;q=0.5', 'zh-CN'],
    ['en-US,zh;q=0.5', 'en'],
    ['fr', 'en'],
    ['', 'en'],
  ])('speaks the language that a browser names: %j', async (accepted, lang) => {
    const conductor = await runConductor();
    const answer = await fetch(`${conductor.url}/pair`, {
      headers: { 'accept-language': accepted },
    });
    expect(await answer.text()).toContain(`<html lang="${lang}">`);
    expect(answer.headers.get('vary')).toBe('accept-language');
  });

  it('is what the root leads to where there is no web UI', async () => {
    const conductor = await runConductor({}, tempDir(), { faceDir: tempDir() });
    const { status, headers } = await ask(conductor, 'GET', '/');
    expect([status, headers['location']]).toEqual([302, '/pair']);
  });
});
