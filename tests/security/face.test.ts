import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Operation } from '../../shared/api/operation.ts';
import { operations } from '../../shared/api/operations.ts';
import { streams } from '../../shared/api/streams.ts';
import { type Scope, scopeCovers, SCOPES } from '../../shared/model/scope.ts';
import { faceAsk, faceCode, pageHeadersOf, signIn } from '../kit/face-client.ts';
import {
  runConductor,
  startTestConductor,
  tempDir,
  type TestConductor,
} from '../kit/running-conductor.ts';

let conductor: TestConductor;
beforeAll(async () => {
  conductor = await startTestConductor();
});
afterAll(() => conductor.end());

const enter = (code: string, headers: Readonly<Record<string, string | undefined>> = {}) =>
  faceAsk(conductor, 'POST', '/v1/face/sessions', { body: { code }, headers });

describe('the link', () => {
  it('signs one browser in, with a cookie that only this address gets', async () => {
    const { code, url } = await faceCode(conductor, { path: '/approvals?id=1' });
    expect(url).toBe(`http://${conductor.faceHost}/enter#code=${code}&to=%2Fapprovals%3Fid%3D1`);
    const { status, json, cookie, headers } = await enter(code);
    expect(status).toBe(201);
    expect(json).toEqual({
      session_id: expect.any(String),
      scope: 'full',
      host: conductor.faceHost,
      boot_id: expect.any(String),
      version: expect.any(String),
      read_only: false,
      now: expect.any(Number),
      page_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(headers['set-cookie']).toEqual([
      `__Host-baton=${cookie}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict`,
    ]);
    expect(cookie).toMatch(/^[\w-]{43}$/);
    const own = await faceAsk(conductor, 'GET', '/v1/face/session', { cookie });
    expect(own.json).toMatchObject({ session_id: json['session_id'] });
    expect(JSON.stringify(conductor.rows('select * from face_sessions'))).not.toContain(cookie);
    expect(
      conductor.rows("select detail_json from events where type = 'face_session.entered'"),
    ).toHaveLength(1);
  });

  it('is used once, also when several bring it at once', async () => {
    const { code } = await faceCode(conductor);
    const answers = await Promise.all([enter(code), enter(code), enter(code)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403, 403]);
    expect((await enter(code)).json).toMatchObject({ code: 'face_link_invalid' });
  });

  it('comes with six digits where they are asked for', async () => {
    const { digits } = await faceCode(conductor, { digits: true, scope: 'watch' });
    expect(digits).toMatch(/^\d{6}$/);
    expect((await enter(digits)).json).toMatchObject({ scope: 'watch' });
  });

  it('has digits that are void once five wrong codes were tried, and so are all others', async () => {
    const first = await faceCode(conductor, { digits: true });
    const second = await faceCode(conductor, { digits: true });
    for (let tries = 0; tries < 5; tries += 1)
      expect((await enter('wrong')).json).toMatchObject({ code: 'face_link_invalid' });
    for (const { digits } of [first, second]) expect((await enter(digits)).status).toBe(403);
    // What nobody can guess, nobody who guesses holds up.
    for (const { code } of [first, second]) expect((await enter(code)).status).toBe(201);
  });

  it('is for answering where a paired browser asks for it, and one at a time', async () => {
    const running = await runConductor();
    const { browser, inbox } = await running.browser();
    const linkFor = async (id: string, path: string | null): Promise<URL> => {
      browser.raw(JSON.stringify({ v: 1, id, type: 'face_ask', path }));
      const { text } = await inbox.first('text', ({ ref_id }) => ref_id === id);
      return new URL(text ?? '');
    };
    const codeOf = ({ hash }: URL): string => new URLSearchParams(hash.slice(1)).get('code') ?? '';
    const [first, second] = [await linkFor('f-1', null), await linkFor('f-2', '/approvals')];
    expect(second.href).toMatch(/\/enter#code=[\w-]{43}&to=%2Fapprovals$/);
    const answers = [];
    for (const link of [first, second])
      answers.push(
        await faceAsk(running, 'POST', '/v1/face/sessions', { body: { code: codeOf(link) } }),
      );
    expect(answers.map(({ json }) => json['scope'])).toEqual([undefined, 'answer']);
  });

  it('takes nothing from a browser that may do more', async () => {
    const wide = await signIn(conductor, 'full');
    const { code } = await faceCode(conductor, { scope: 'answer' });
    const body = { code };
    const again = await faceAsk(conductor, 'POST', '/v1/face/sessions', {
      body,
      cookie: wide.cookie,
    });
    expect(again.json).toMatchObject({ session_id: wide.sessionId, scope: 'full' });
    expect(again.cookie).toBe(wide.cookie);
    expect((await enter(code)).status).toBe(403);
    const narrow = await signIn(conductor, 'watch');
    const { code: wider } = await faceCode(conductor);
    const raised = await faceAsk(conductor, 'POST', '/v1/face/sessions', {
      body: { code: wider },
      cookie: narrow.cookie,
    });
    expect(raised.json).toMatchObject({ scope: 'full' });
  });

  it('leads to no other address', async () => {
    for (const path of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere'])
      expect((await conductor.admin('POST', '/v1/face/links', { path })).status).toBe(400);
  });

  it('is made by no page and no browser that is not signed in', async () => {
    const { cookie } = await signIn(conductor, 'answer');
    for (const given of [null, cookie]) {
      const asked = await faceAsk(conductor, 'POST', '/v1/face/links', { cookie: given, body: {} });
      expect([401, 403]).toContain(asked.status);
    }
  });
});

describe('a request with the cookie', () => {
  let cookie: string;
  beforeAll(async () => {
    ({ cookie } = await signIn(conductor));
  });
  const foreign = async (
    method: string,
    headers: Readonly<Record<string, string | undefined>>,
    body?: unknown,
  ) => {
    const path = method === 'GET' ? '/v1/settings' : '/v1/pairing/codes';
    return (await faceAsk(conductor, method, path, { cookie, headers, body })).json['code'];
  };

  it('is answered where the page itself asks', async () => {
    expect(await foreign('GET', {})).toBeUndefined();
    expect(await foreign('POST', {})).toMatch(/^\d{6}$/);
  });

  it('changes nothing for another Origin, or without one', async () => {
    const { port } = new URL(conductor.url);
    const others = [`http://127.0.0.1:${port}`, 'http://baton.localhost:1', 'null', undefined];
    for (const origin of others) expect(await foreign('POST', { origin })).toBe('forbidden_origin');
  });

  it('is not answered for a page of another site or port, nor for an address that was typed', async () => {
    for (const site of ['cross-site', 'same-site', 'none', undefined]) {
      expect(await foreign('GET', { 'sec-fetch-site': site })).toBe('forbidden_origin');
      expect(await foreign('POST', { 'sec-fetch-site': site })).toBe('forbidden_origin');
    }
  });

  it('changes nothing where a form or a link could have sent it', async () => {
    expect(await foreign('POST', { 'baton-via': undefined })).toBe('forbidden_origin');
    const type = { 'content-type': 'text/plain' };
    expect(await foreign('POST', type, {})).toBe('forbidden_origin');
  });

  it('is nobody’s without what its page keeps: a cookie goes to every port of its host', async () => {
    const other = await signIn(conductor);
    const foreignToken = pageHeadersOf(other.cookie)['baton-page'];
    for (const token of [undefined, '', 'A'.repeat(43), foreignToken]) {
      expect(await foreign('GET', { 'baton-page': token })).toBe('unauthorized');
      expect(await foreign('POST', { 'baton-page': token })).toBe('unauthorized');
    }
    // Nor does it lend its scope to a link that gives less.
    const { code } = await faceCode(conductor, { scope: 'watch' });
    const headers = { 'baton-page': undefined };
    const body = { code };
    const entered = await faceAsk(conductor, 'POST', '/v1/face/sessions', {
      cookie,
      headers,
      body,
    });
    expect(entered.json).toMatchObject({ scope: 'watch' });
  });

  it('says in the address what its page keeps, where the browser asks without a script', async () => {
    const token = pageHeadersOf(cookie)['baton-page'];
    const headers = { 'baton-page': undefined };
    const download = async (page: string) => {
      const path = `/v1/export?format=jsonl&page_token=${page}`;
      return (await faceAsk(conductor, 'GET', path, { cookie, headers })).status;
    };
    expect(await download(token)).toBe(200);
    expect(await download('A'.repeat(43))).toBe(401);
  });

  it('is answered among all the cookies that other ports of its host can set', async () => {
    const { cookie: own, ...headers } = pageHeadersOf(cookie);
    const others = Array.from({ length: 180 }, (_none, n) => `b${n}=${'x'.repeat(4_000)}`);
    const all = { ...headers, cookie: [...others, own].join('; ') };
    expect(await foreign('GET', all)).toBeUndefined();
    expect((await faceAsk(conductor, 'GET', '/v1/face/session', { headers: all })).status).toBe(
      200,
    );
  });

  it('is refused with the admin secret beside it', async () => {
    const authorization = `Bearer ${conductor.adminSecret}`;
    expect(await foreign('GET', { authorization })).toBe('unauthorized');
  });

  it('counts at its own address alone', async () => {
    const { port } = new URL(conductor.url);
    for (const name of ['127.0.0.1', 'localhost'])
      expect(await foreign('GET', { host: `${name}:${port}` })).toBe('unauthorized');
  });

  it('opens nothing that names no scope', async () => {
    const answer = await faceAsk(conductor, 'POST', '/mcp', { cookie, body: {} });
    expect(answer.status).toBe(401);
  });

  it('is in the trail as the web UI’s', async () => {
    await faceAsk(conductor, 'PATCH', '/v1/settings', { cookie, body: { text_only: true } });
    await faceAsk(conductor, 'POST', '/v1/policy/rules', {
      cookie,
      body: { tool: 'conductor::echo', decision: 'ask' },
    });
    const [added] = conductor.rows<{ detail_json: string }>(
      "select detail_json from events where type = 'policy_rule.added'",
    );
    expect(JSON.parse(added?.detail_json ?? '{}')).toMatchObject({ via: 'face' });
  });
});

describe('the scope', () => {
  const cookies = new Map<Scope, string>();
  beforeAll(async () => {
    for (const scope of SCOPES) cookies.set(scope, (await signIn(conductor, scope)).cookie);
  });
  const everything: readonly (readonly [string, Pick<Operation, 'method' | 'path' | 'scope'>])[] = [
    ...Object.entries<Operation>(operations),
    ...Object.entries(streams),
  ];

  it.each(everything)('of %s is what it needs at least', async (id, { method, path, scope }) => {
    // What would end the sessions, or takes its time, is asked for by those that may not.
    const held = SCOPES.filter(
      (one) => !scopeCovers(one, scope) || !/FaceSession|vacuum|waitForJob/.test(id),
    );
    for (const one of held) {
      const answer = await faceAsk(conductor, method, path.replace(':id', 'none'), {
        cookie: cookies.get(one) ?? '',
        body: method === 'GET' || method === 'DELETE' ? undefined : { none: true },
      });
      if (scopeCovers(one, scope)) expect([401, 403]).not.toContain(answer.status);
      else expect(answer.json).toMatchObject({ status: 403, code: 'scope_too_small' });
    }
  });

  it('of an answer with other params is full', async () => {
    const answer = (scope: Scope, body: object) =>
      faceAsk(conductor, 'POST', '/v1/approvals/none/decision', {
        cookie: cookies.get(scope) ?? '',
        body: { decision: 'approve', ...body },
      });
    expect((await answer('answer', { params: {} })).json).toMatchObject({
      code: 'scope_too_small',
    });
    expect((await answer('answer', {})).json).toMatchObject({ code: 'not_found' });
    expect((await answer('full', { params: {} })).json).toMatchObject({ code: 'not_found' });
  });

  it('of an answer in a chat that changes the params of an action is full', async () => {
    const answer = (scope: Scope, more: object) =>
      faceAsk(conductor, 'POST', '/v1/chat', {
        cookie: cookies.get(scope) ?? '',
        body: {
          id: 'session-1',
          resumeFromAiMessageId: 'msg_none',
          approvalResult: { approved: true, ...more },
        },
      });
    const edited = { params: { text: 'x' } };
    expect((await answer('answer', edited)).json).toMatchObject({ code: 'scope_too_small' });
    expect((await answer('answer', {})).json).toMatchObject({ code: 'not_found' });
    expect((await answer('full', edited)).json).toMatchObject({ code: 'not_found' });
  });

  it('of a chat that opens a session with an agent is full', async () => {
    const message = { role: 'user', parts: [{ type: 'text', text: 'Hello?' }] };
    const chat = (scope: Scope, body: object) =>
      faceAsk(conductor, 'POST', '/v1/chat', {
        cookie: cookies.get(scope) ?? '',
        body: { id: 'session-1', message, ...body },
      });
    const opening = { agent: 'nobody' };
    expect((await chat('answer', opening)).json).toMatchObject({ code: 'scope_too_small' });
    expect((await chat('answer', {})).json).toMatchObject({ code: 'not_found' });
    expect((await chat('full', opening)).json).toMatchObject({ code: 'agent_unknown' });
  });
});

describe('a session', () => {
  it('ends when its page leaves, when another ends it, and with all others', async () => {
    const [first, second, third] = [
      await signIn(conductor),
      await signIn(conductor),
      await signIn(conductor, 'watch'),
    ];
    const list = await faceAsk(conductor, 'GET', '/v1/face/sessions', { cookie: second.cookie });
    const items = list.json['items'] as { session_id: string; current: boolean }[];
    expect(items.filter(({ current }) => current).map((one) => one.session_id)).toEqual([
      second.sessionId,
    ]);
    const state = async ({ cookie }: { cookie: string }) =>
      (await faceAsk(conductor, 'GET', '/v1/face/session', { cookie })).status;

    const left = await faceAsk(conductor, 'DELETE', '/v1/face/session', { cookie: first.cookie });
    expect(left.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
    expect(await state(first)).toBe(401);
    const path = `/v1/face/sessions/${third.sessionId}`;
    await faceAsk(conductor, 'DELETE', path, { cookie: second.cookie });
    expect(await state(third)).toBe(401);
    const fourth = await signIn(conductor);
    await faceAsk(conductor, 'DELETE', '/v1/face/sessions', { cookie: second.cookie });
    expect([await state(second), await state(fourth)]).toEqual([200, 401]);
  });

  it('ends after 30 days without use', async () => {
    let now = Date.now();
    const running = await runConductor({}, tempDir(), { now: () => now });
    const { cookie } = await signIn(running);
    const asked = () => faceAsk(running, 'GET', '/v1/face/session', { cookie });
    now += 29 * 86_400_000;
    expect((await asked()).status).toBe(200);
    now += 29 * 86_400_000;
    expect((await asked()).status).toBe(200);
    now += 31 * 86_400_000;
    expect((await asked()).status).toBe(401);
  });

  it('ends with the run of the conductor, which takes its name with it', async () => {
    const dataDir = tempDir();
    const first = await runConductor({}, dataDir);
    const { cookie } = await signIn(first);
    await faceAsk(first, 'PUT', '/v1/face/marks', { cookie, body: { seen_event_id: 1 } });
    await first.stop();
    const port = Number(new URL(first.url).port);
    const again = await runConductor({ port }, dataDir);
    expect(again.faceHost).not.toBe(first.faceHost);
    expect(again.faceHost).toMatch(/^[a-z2-7]{10}\.baton\.localhost:\d+$/);
    const asked = await faceAsk(again, 'GET', '/v1/status', { cookie });
    expect(asked.json['code']).toBe('unauthorized');
    // A page that was left open is told why.
    const former = { ...again, faceHost: first.faceHost };
    for (const method of ['GET', 'POST']) {
      const told = await faceAsk(former, method, '/v1/face/session', { cookie });
      expect(told.json).toMatchObject({ status: 401, code: 'face_restarted' });
    }
    const { code } = await faceCode(again);
    expect(
      (await faceAsk(former, 'POST', '/v1/face/sessions', { body: { code } })).json['code'],
    ).toBe('face_restarted');
    expect((await signIn(again)).cookie).toMatch(/^[\w-]{43}$/);
    // What was looked at stays looked at.
    expect(again.rows('select seen_event_id as seen from face_sessions')).toEqual([{ seen: 1 }]);
  });
});

describe('the page', () => {
  it('is the same at all its addresses, with headers that let nothing foreign in', async () => {
    const faceDir = tempDir();
    mkdirSync(join(faceDir, 'assets'));
    writeFileSync(join(faceDir, 'index.html'), '<!doctype html><title>Baton</title>');
    writeFileSync(join(faceDir, 'assets', 'main-4f2a.js'), 'export {};');
    writeFileSync(join(faceDir, 'icon.svg'), '<svg/>');
    const running = await runConductor({}, tempDir(), { faceDir });
    const host = running.faceHost;
    const known = host.replace(/^\w+\./, '');
    for (const path of ['/', '/enter', '/approvals/x?y=1', '/settings/policy']) {
      const { status, text, headers } = await faceAsk(running, 'GET', path, {
        headers: { 'sec-fetch-site': 'none' },
      });
      expect([status, text]).toEqual([200, '<!doctype html><title>Baton</title>']);
      expect(headers).toMatchObject({
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self' ws://${host} http://${known}; media-src blob:; worker-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'permissions-policy':
          'clipboard-write=(self), microphone=(self), camera=(), geolocation=(), usb=(), display-capture=()',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const elsewhere = await fetch(`${running.url}${path}`, { redirect: 'manual' });
      expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([
        302,
        `http://${host}${path}`,
      ]);
    }
    for (const faceHost of [known, `aaaaaaaaaa.${known}`]) {
      const led = await faceAsk({ ...running, faceHost }, 'GET', '/approvals?x=1', {
        headers: { 'sec-fetch-site': 'none' },
      });
      expect([led.status, led.headers['location']]).toEqual([302, `http://${host}/approvals?x=1`]);
      expect(led.headers['clear-site-data']).toBe(
        faceHost === known ? '"cache", "storage"' : undefined,
      );
    }
    for (const faceHost of [
      `a.${known}`,
      `aaaaaaaaaa.aaaaaaaaaa.${known}`,
      `${known}.`,
      `x${known}`,
    ]) {
      const asked = await faceAsk({ ...running, faceHost }, 'GET', '/');
      expect(asked.json['code']).toBe('forbidden_host');
    }
    const script = await faceAsk(running, 'GET', '/assets/main-4f2a.js');
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await faceAsk(running, 'GET', '/icon.svg')).status).toBe(200);
    for (const path of ['/assets/none.js', '/assets/..%2Ficon.svg', '/assets/%2e%2e', '/none'])
      expect((await faceAsk(running, 'GET', path)).status).toBe(404);
  });

  it('leaves the first page to pairing where it was not built', async () => {
    const running = await runConductor({}, tempDir(), { faceDir: tempDir() });
    const first = await fetch(`${running.url}/`, { redirect: 'manual' });
    expect(first.headers.get('location')).toBe('/pair');
    expect((await fetch(`${running.url}/approvals`)).status).toBe(404);
  });
});
