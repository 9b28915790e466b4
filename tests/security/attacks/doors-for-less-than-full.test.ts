import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Operation } from '../../../shared/api/operation.ts';
import { operations } from '../../../shared/api/operations.ts';
import { scopeCovers } from '../../../shared/model/scope.ts';
import { asking, finalMessage, runtimeReport } from '../../kit/browser-frames.ts';
import { faceAsk, signIn } from '../../kit/face-client.ts';
import { startTestConductor, type TestConductor } from '../../kit/running-conductor.ts';
import type { SimulatedBrowser } from '../../kit/simulated-browser.ts';

const LESS = ['watch', 'answer'] as const;
const ECHO = '@conductor::echo::{"text":"ran"}';

let conductor: TestConductor;
let browser: SimulatedBrowser;
let chat: string;
const cookies: Record<string, string> = {};
let replies = 0;

/** A chat in auto whose one tool asks, and a session of the web UI for each scope. */
beforeAll(async () => {
  conductor = await startTestConductor();
  const paired = await conductor.browser();
  ({ browser } = paired);
  browser.send(runtimeReport(['a']));
  chat = (await paired.inbox.first('conversation.state')).local_conversation_id;
  await conductor.setMode(chat, 'auto');
  await conductor.admin('POST', '/v1/policy/rules', { tool: '*::echo', decision: 'ask' });
  for (const scope of LESS) cookies[scope] = (await signIn(conductor, scope)).cookie;
}, 30_000);
afterAll(() => conductor.end());

/** Makes an action that asks, and returns the id of its question. */
async function asked(): Promise<string> {
  replies += 1;
  browser.send(finalMessage('a', `r${replies}`, asking(ECHO.replace('ran', `ran ${replies}`))));
  const open = () =>
    conductor.rows<{ id: string }>(
      "select approval_id as id from approvals where decision = 'open'",
    );
  await expect.poll(() => open().length).toBe(1);
  return open()[0]?.id ?? '';
}
const decisions = () =>
  conductor.rows<{ decision: string }>('select decision from approvals order by created_at').at(-1);

describe.each(LESS)('a browser that may only %s', (scope) => {
  const beyond = Object.entries<Operation>(operations).filter(
    ([, one]) => !scopeCovers(scope, one.scope),
  );

  it('has nothing of what needs more, by no writing of its path and no header', async () => {
    expect(beyond.length).toBeGreaterThan(30);
    for (const [name, { method, path, example }] of beyond) {
      const real = path.replaceAll(/:\w+/g, chat);
      const body = method === 'GET' ? {} : { body: example ?? {} };
      const writings = [
        real,
        `${real}?scope=full`,
        real.replace('/v1', '/v1/.'),
        `//x${real}`,
        `${real}%20`,
      ];
      const headers = {
        'x-http-method-override': method,
        'baton-scope': 'full',
        'baton-via': 'cli',
      };
      for (const written of writings) {
        const cookie = cookies[scope] ?? '';
        const { status } = await faceAsk(conductor, method, written, { cookie, ...body, headers });
        expect([400, 403, 404, 415], `${name} ${written}`).toContain(status);
      }
    }
  }, 60_000);
});

describe('an answer', () => {
  const path = (id: string): string => `/v1/approvals/${id}/decision`;
  const by = (scope: string, id: string, body: unknown, headers = {}) =>
    faceAsk(conductor, 'POST', path(id), { cookie: cookies[scope] ?? '', body, headers });

  it('changes params by no writing of them, where the session may only answer', async () => {
    const id = await asked();
    const edit = { text: 'edited' };
    const bodies: unknown[] = [
      { decision: 'approve', params: edit },
      { decision: 'approve', params: null },
      { decision: 'approve', Params: edit },
      JSON.parse('{"decision":"approve","__proto__":{"params":{"text":"edited"}}}'),
      JSON.parse('{"decision":"approve","constructor":{"prototype":{"params":{}}}}'),
      [{ decision: 'approve' }],
      { decision: 'approve', tool: 'conversation::send' },
      { decision: 'approve', instruction_id: id },
    ];
    for (const body of bodies)
      expect([400, 403], JSON.stringify(body)).toContain((await by('answer', id, body)).status);
    expect((await by('watch', id, { decision: 'deny' })).status).toBe(403);
    expect(decisions()).toEqual({ decision: 'open' });
    expect((await by('answer', id, { decision: 'deny' })).status).toBe(200);
  });

  it('is one of several that come at once', async () => {
    const id = await asked();
    const all = await Promise.all([
      conductor.admin('POST', path(id), { decision: 'approve', params: { text: 'A' } }),
      conductor.admin('POST', path(id), { decision: 'approve', params: { text: 'B' } }),
      by('answer', id, { decision: 'deny' }),
    ]);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  it('repeated by its name is given again to who may give it, and to nobody else', async () => {
    const id = await asked();
    const key = { 'idempotency-key': 'same' };
    expect((await by('answer', id, { decision: 'deny' }, key)).status).toBe(200);
    const again = await by('answer', id, { decision: 'deny' }, key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect((await by('answer', id, { decision: 'approve' }, key)).status).toBe(409);
    expect((await by('watch', id, { decision: 'deny' }, key)).status).toBe(403);
  });

  it('to a question by the id of something else is to none', async () => {
    const id = await asked();
    const action = id.replace(/\.\d+$/, '');
    for (const other of [
      action,
      chat,
      '__proto__',
      '%00',
      `..%2f${id}`,
      `${id}%20`,
      id.toLowerCase(),
    ])
      expect([400, 404], other).toContain(
        (await by('answer', other, { decision: 'approve' })).status,
      );
    for (const decision of ['run_again', 'skip', 'tell'])
      expect((await by('answer', id, { decision })).status).toBe(409);
    expect(decisions()).toEqual({ decision: 'open' });
  });
});
