import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { Operation } from '../../../../shared/api/operation.ts';
import { operations } from '../../../../shared/api/operations.ts';
import { streams } from '../../../../shared/api/streams.ts';
import { isErrorCode } from '../../../../shared/model/error-code-names.ts';
import { runtimeReport } from '../../../kit/browser-frames.ts';
import { startTestConductor, type TestConductor } from '../../../kit/running-conductor.ts';
import { sampled } from '../../../kit/samples.ts';

const ALL = Object.entries(operations) as [string, Operation][];

/** Operations that create the thing in their path, so it need not exist. */
const MAKES = ['putAgent', 'putTeam', 'putTemplate'];

const WITH_ID = ALL.filter(([name, { path }]) => path.includes(':id') && !MAKES.includes(name));

const WITH_BODY = ALL.filter(([, { body }]) => !(body instanceof z.ZodUndefined));

/** One conductor for all: what is refused changes nothing. */
let conductor: TestConductor;

let id: string;

beforeAll(async () => {
  conductor = await startTestConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  id = (await inbox.first('conversation.state')).local_conversation_id;
});

afterAll(() => conductor.end());

/** Asks, and checks what every refusal must be. */
async function refused(
  method: string,
  path: string,
  init: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${conductor.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${conductor.adminSecret}`,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...init.headers,
    },
    ...(init.body !== undefined && { body: init.body }),
  });
  const text = await response.text();
  expect(response.status, text).toBeGreaterThanOrEqual(400);
  // 503 is no fault of ours: what is asked for cannot be reached.
  expect(response.status === 503 || response.status < 500, text).toBe(true);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = JSON.parse(text) as Record<string, unknown>;
  expect(problem['status']).toBe(response.status);
  expect(isErrorCode(String(problem['code']))).toBe(true);
  expect(String(problem['detail']).length).toBeGreaterThan(5);
  expect(String(problem['remedy']).length).toBeGreaterThan(5);
  // Where it stands in our code is nobody's business.
  expect(text).not.toMatch(/node_modules|\.ts:\d|at (async )?\w+ \(|SQLITE/i);
  return problem;
}

function pathOf({ path }: { readonly path: string }, of = id): string {
  return path.replace(':id', encodeURIComponent(of));
}

const EVERYTHING: readonly (readonly [string, Pick<Operation, 'method' | 'path'>])[] = [
  ...ALL,
  ...Object.entries(streams),
];

describe.each(EVERYTHING)('%s', (_name, operation) => {
  it('is closed to whoever does not know the secret', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Basic YTpi']) {
      const problem = await refused(operation.method, pathOf(operation), {
        headers: { authorization },
      });
      expect(problem).toMatchObject({ status: 401, code: 'unauthorized' });
    }
  });

  it('names a query that it does not know', async () => {
    if (operation.path === streams.importConversations.path) return;
    if (operation.path === streams.artifactContent.path || operation.path === streams.metrics.path)
      return;
    const problem = await refused(
      operation.method,
      `${pathOf(operation)}?${operation.path === '/v1/search' ? 'q=tea&' : ''}surprise=1`,
      {
        ...(operation.method !== 'GET' && { body: '{}' }),
      },
    );
    expect(problem).toMatchObject({ code: 'invalid_request', field: 'query.surprise' });
  });
});

/** Valid bodies for requests in which only the id is wrong. */
const GOOD_BODY: Readonly<Record<string, unknown>> = {
  runCall: { tool: 'browser.tabs' },
  updateResource: { pinned: true },
  updateConversation: {},
  setMode: { mode: 'auto' },
  changePolicyRule: { tool: 'a::b', decision: 'ask' },
  checkTemplate: {},
  setRenewal: { goal: 'Go on.' },
  sendMessage: { text: 'Hello.' },
  stopAgentRun: {},
  steerAgentRun: { text: 'Hello.' },
  setAgentHead: { message_id: 'x' },
  stopChat: {},
  linkArtifact: {},
  changeMemory: { expect_version: 0 },
  answerRun: { question: 'x', text: 'x' },
  acceptRunPlan: { plan: 'x' },
  setRunPlan: { tasks: [{ title: 'x', instructions: 'x' }] },
  updateRunTask: {},
  sendToWorkers: { workers: 'all', text: 'Hello.' },
  addWorker: { role: 'x', task: 'x' },
  markWorker: { mark: null },
  holdWorker: { held: true },
  editRunReport: { section: 'done', text: 'x' },
  answerApproval: { decision: 'approve' },
  acceptTool: { sha256: 'a'.repeat(64) },
};

describe.each(WITH_ID)('%s of an id that is nobody’s', (name, operation) => {
  const IDS = ['nobody', '0', '../../etc/passwd', "' or 1=1 --", '%00', '💥', 'x'.repeat(200)];
  it.each(sampled(IDS, 2, 4))('is not found: %s', async (other) => {
    const body = GOOD_BODY[name];
    const problem = await refused(operation.method, pathOf(operation, other), {
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(problem['code']).toBe('not_found');
  });

  it('is refused by its shape when it is too long', async () => {
    const body = GOOD_BODY[name];
    const problem = await refused(operation.method, pathOf(operation, 'x'.repeat(2_000)), {
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(['invalid_request', 'not_found']).toContain(problem['code']);
  });
});

describe.each(WITH_BODY)('the body of %s', (_name, operation) => {
  it.each([
    ['no JSON', '{"mode":', 'body'],
    ['a text', '"auto"', 'body'],
    ['a list', '[]', 'body'],
    ['a number', '7', 'body'],
    ['null', 'null', 'body'],
    ['a field that is not there', '{"surprise":1}', 'body'],
  ])('is refused as %s', async (_what, body, field) => {
    const optional = operation.body.safeParse(undefined).success;
    if (body === 'null' && optional) return;
    const problem = await refused(operation.method, pathOf(operation), { body });
    expect(problem['code']).toBe('invalid_request');
    expect(String(problem['field'])).toMatch(new RegExp(`^${field}`));
  });

  it('is refused when it is too large, or of another type', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(5 * 2 ** 20) });
    expect((await refused(operation.method, pathOf(operation), { body: large }))['status']).toBe(
      413,
    );
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const other = await refused(operation.method, pathOf(operation), {
      body: 'a=1',
      headers: form,
    });
    expect(other['code']).toBe('invalid_request');
  });

  it('never breaks anything, whatever it is', async () => {
    const known = Object.keys(
      operation.body instanceof z.ZodObject ? operation.body.shape : { text: 1 },
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(-1, 0, 1e308, '', '\u0000', '\uD800', 'x'.repeat(10_000)),
    );
    const bodies = fc.dictionary(fc.constantFrom(...known, '__proto__', 'constructor'), value);
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const response = await fetch(`${conductor.url}${pathOf(operation, 'nobody')}`, {
          method: operation.method,
          headers: {
            authorization: `Bearer ${conductor.adminSecret}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        });
        const answer: unknown = await response.json();
        // A body can be good by chance, and what it asks for not be there: the operation says so by a code of its own.
        if (response.status >= 500) expect(operation.errors).toContain(codeOf(answer));
      }),
      { numRuns: 25 },
    );
  });
});

describe('values of the wrong kind', () => {
  it.each([
    ['GET', '/v1/conversations?limit=0', 'query.limit'],
    ['GET', '/v1/conversations?limit=many', 'query.limit'],
    ['GET', '/v1/conversations?limit=201', 'query.limit'],
    ['GET', '/v1/conversations?cursor=%F0', 'query.cursor'],
    ['GET', '/v1/conversations?cursor=bm90IGEgY3Vyc29y', 'query.cursor'],
    ['GET', '/v1/conversations?mode=turbo', 'query.mode'],
    ['GET', '/v1/jobs?status=lost', 'query.status'],
    ['GET', '/v1/instructions?status=lost', 'query.status'],
    ['GET', '/v1/approvals?decision=maybe', 'query.decision'],
    ['GET', '/v1/search', 'query.q'],
    ['GET', '/v1/search?q=%20', 'query.q'],
    ['GET', '/v1/events?after=yesterday', 'query.after'],
    ['GET', '/v1/events?type=DROP%20TABLE', 'query.type'],
    ['GET', '/v1/export?format=pdf', 'query.format'],
    ['POST', '/v1/conversations/nobody/messages?wait=for-ever', 'query.wait'],
    ['POST', '/v1/conversations/nobody/messages?timeout_ms=0', 'query.timeout_ms'],
  ])('%s %s names %s', async (method, path, field) => {
    const body = method === 'POST' ? { body: '{"text":"Hello."}' } : {};
    expect(await refused(method, path, body)).toMatchObject({ code: 'invalid_request', field });
  });

  it.each([
    [
      'PATCH',
      '/v1/settings',
      { policy: { low: 'always', medium: 'ask', high: 'ask' } },
      'body.policy.low',
    ],
    ['PATCH', '/v1/settings', { approvals_expire_after_ms: 1 }, 'body.approvals_expire_after_ms'],
    ['PATCH', '/v1/settings', { colour: 'red' }, 'body.colour'],
    ['POST', '/v1/policy/rules', { tool: 'echo', decision: 'run' }, 'body.tool'],
    ['POST', '/v1/policy/rules', { tool: 'a::b', decision: 'maybe' }, 'body.decision'],
    ['POST', '/v1/conversations', { platform: 'chatgpt' }, 'body.text'],
    ['POST', '/v1/backups', { file: 7 }, 'body.file'],
  ] as const)('%s %s %j names %s', async (method, path, body, field) => {
    const problem = await refused(method, path, { body: JSON.stringify(body) });
    expect(problem).toMatchObject({ code: 'invalid_request', field });
  });

  it('in a header are named too', async () => {
    const ascii = { 'idempotency-key': 'x'.repeat(256) };
    const body = '{"text":"Hello."}';
    const path = `/v1/conversations/${id}/messages`;
    expect(await refused('POST', path, { body, headers: ascii })).toMatchObject({
      field: 'headers.idempotency-key',
    });
    expect(
      await refused('GET', '/v1/events', { headers: { 'last-event-id': 'the last' } }),
    ).toMatchObject({ field: 'headers.last-event-id' });
  });
});

describe('what is right in itself, and cannot be done now', () => {
  it('is said with a code', async () => {
    const message = { body: '{"text":"Hello."}' };
    await conductor.admin('PUT', `/v1/conversations/${id}/mode`, { mode: 'paused' });
    expect((await refused('POST', `/v1/conversations/${id}/messages`, message))['code']).toBe(
      'conversation_paused',
    );
    await conductor.admin('PUT', `/v1/conversations/${id}/mode`, { mode: 'manual' });
    const renewal = await refused('DELETE', `/v1/conversations/${id}/renewal`);
    expect(renewal['code']).toBe('not_found');
    const start = { body: '{"platform":"claude","text":"Hello."}' };
    expect((await refused('POST', '/v1/conversations', start))['code']).toBe('missing_route');
    const backup = { body: '{"file":"relative.db"}' };
    expect(await refused('POST', '/v1/backups', backup)).toMatchObject({ field: 'body.file' });
  });

  it('an import that is none leaves everything as it was', async () => {
    const before = await (await conductor.admin('GET', '/v1/status')).json();
    for (const body of [
      '',
      'hello',
      '{"table":"jobs"}',
      '{"baton_export":1}\n{"table":"nothing","row":{}}',
    ]) {
      const headers = { 'content-type': 'application/x-ndjson' };
      const problem = await refused('POST', '/v1/import', { body, headers });
      expect(problem['code']).toBe('invalid_request');
    }
    const after = await (await conductor.admin('GET', '/v1/status')).json();
    expect(after).toMatchObject({
      conversations: (before as { conversations: object }).conversations,
    });
  });
});

function codeOf(answer: unknown): unknown {
  return z.object({ code: z.string() }).safeParse(answer).data?.code;
}
