import { describe, expect, it, onTestFinished } from 'vitest';

import { insert } from '../../../../../../conductor/src/engine/plan.ts';
import { createArtifactLinks } from '../../../../../../conductor/src/features/heart/artifacts/artifact-links.ts';
import { createArtifactHandlers } from '../../../../../../conductor/src/features/heart/artifacts/handlers.ts';
import { createManual } from '../../../../../../conductor/src/features/heart/actions/read-manual.ts';
import { createActionHandlers } from '../../../../../../conductor/src/features/heart/actions/handlers.ts';
import { createApprovalHandlers } from '../../../../../../conductor/src/features/heart/actions/approvals/handlers.ts';
import { createPolicyHandlers } from '../../../../../../conductor/src/features/heart/policy/handlers.ts';
import { DEFAULT_SETTINGS } from '../../../../../../conductor/src/features/ground/settings/settings.ts';
import type { Caller } from '../../../../../../shared/api/operation.ts';
import { operations } from '../../../../../../shared/api/operations.ts';
import { KEY, type LedgerWorld, openLedger } from '../../../../../kit/ledger-world.ts';
import { tempDir } from '../../../../../kit/running-conductor.ts';
import { type StagedTools, stagedTools } from '../../../../../kit/staged-tools.ts';
import { ARTIFACTS } from '../../../../../../conductor/src/features/heart/artifacts/rows.ts';

const SERVER = { tools: 2, error: null, restarts: 0 };

function world(): LedgerWorld &
  StagedTools & {
    handlers: ReturnType<typeof createActionHandlers> &
      ReturnType<typeof createApprovalHandlers> &
      ReturnType<typeof createPolicyHandlers> &
      ReturnType<typeof createArtifactHandlers>;
  } {
  const staged = stagedTools();
  const ledger = openLedger(tempDir(), staged.tools, { stopGraceMs: 20 });
  onTestFinished(() => ledger.close());
  let ids = 0;
  const { store, read } = ledger;
  const settings = { current: () => DEFAULT_SETTINGS };
  const servers = [
    { server: 'files', state: 'ready', ...SERVER },
    { server: 'git', state: 'backoff', ...SERVER },
  ] as const;
  const manual = createManual({ read, settings, tools: () => ledger.registry });
  const kit = {
    store,
    read,
    now: () => 100,
    newId: () => `made-${(ids += 1)}`,
    settings: { maxAttempts: 5 },
  };
  const toolServers = {
    configFile: '/data/mcp.json',
    status: () => servers,
    detail: (server: string) => (server === 'files' ? { pid: 7, lastWords: 'one\ntwo\n' } : null),
    restart: (server: string) => Promise.resolve(server === 'files'),
  };
  const handlers = {
    ...createActionHandlers(kit, { settings, manual, toolServers, runner: ledger.runner }),
    ...createApprovalHandlers(kit, { settings, tools: ledger.registry }),
    ...createPolicyHandlers(kit),
    ...createArtifactHandlers(
      { ...kit, now: Date.now },
      {
        artifacts: ledger.artifacts,
        links: createArtifactLinks(Buffer.from('secret'), Date.now),
        ownUrl: () => '',
        bucket: null,
        fault: () => null,
      },
    ),
  };
  return { ...ledger, ...staged, handlers };
}

const caller: Caller = {
  via: 'http',
  signal: new AbortController().signal,
  idempotencyKey: null,
  idSeed: null,
};

const about = (id: string) => ({ params: { id }, query: {}, body: undefined });

const nothing = { params: {}, query: {} };

async function asked() {
  const given = world();
  await given.reply(['ask', { name: 'a' }]);
  await expect.poll(given.statuses).toEqual(['awaiting_approval']);
  const answer = (
    body: Parameters<typeof operations.answerApproval.body.parse>[0],
    id = 'reply.0.1',
  ) =>
    given.handlers.answerApproval(
      { params: { id }, query: {}, body: operations.answerApproval.body.parse(body) },
      caller,
    );
  return { ...given, answer };
}

describe('answerApproval', () => {
  it('gives back the approval as it stands now', async () => {
    const { answer } = await asked();
    expect(await answer({ decision: 'deny', reason: 'Not today.' })).toMatchObject({
      ok: true,
      value: {
        approval_id: 'reply.0.1',
        decision: 'denied',
        reason: 'Not today.',
        decided_by: 'http',
        decided_at: 100,
        instruction: { status: 'failed', error: { code: 'action_denied' } },
      },
    });
  });

  it('runs with edited params, and takes the same answer again', async () => {
    const { answer, untilBegun, begun, rows } = await asked();
    const body = { decision: 'approve', params: { name: 'edited' } };
    expect(await answer(body)).toMatchObject({ ok: true, value: { decision: 'approved' } });
    expect(await answer(body)).toMatchObject({ ok: true, value: { decision: 'approved' } });
    expect(await answer({ decision: 'approve' })).toMatchObject({ ok: true });
    expect(await answer({ decision: 'approve', params: { name: 'other' } })).toMatchObject({
      error: { code: 'invalid_transition' },
    });
    await untilBegun(1);
    expect(begun).toEqual(['edited']);
    const events = rows<{ detail_json: string }>(
      `select detail_json from events where type = 'approval.approved'`,
    );
    expect(events.map((event) => JSON.parse(event.detail_json) as unknown)).toEqual([
      expect.objectContaining({
        edited: true,
        params_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        params_hash_before: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    ]);
    expect(JSON.stringify(rows('select * from events'))).not.toContain('edited"}');
  });

  it('with the params as they are is no edit', async () => {
    const { answer, rows } = await asked();
    await answer({ decision: 'approve', params: { name: 'a' } });
    const [event] = rows<{ detail_json: string }>(
      `select detail_json from events where type = 'approval.approved'`,
    );
    expect(event?.detail_json).not.toContain('edited');
  });

  it.each([
    [{ decision: 'approve', params: { name: 5 } }, 'invalid_params', 'body.params.name'],
    [{ decision: 'approve', params: {} }, 'invalid_params', 'body.params.name'],
    [{ decision: 'approve', params: { name: 'x', more: 1 } }, 'invalid_params', 'body.params'],
    [
      { decision: 'approve', params: { name: 'x'.repeat(256_000) } },
      'invalid_params',
      'body.params',
    ],
    [{ decision: 'deny', params: { name: 'x' } }, 'invalid_request', 'body.params'],
    [{ decision: 'skip' }, 'invalid_transition', undefined],
  ])('refuses what does not fit, and goes on waiting: %#', async (body, code, field) => {
    const { answer, statuses } = await asked();
    const { ok, ...rest } = await answer(body);
    expect(ok).toBe(false);
    expect(rest).toMatchObject({ error: { code, ...(field !== undefined && { field }) } });
    expect(statuses()).toEqual(['awaiting_approval']);
  });

  it('of what is not there is not found', async () => {
    const { answer } = await asked();
    expect(await answer({ decision: 'deny' }, 'nothing')).toEqual({
      ok: false,
      error: { code: 'not_found', text: 'There is no approval nothing.' },
    });
  });
});

describe('cancelInstruction', () => {
  it('of a running action answers when it has ended', async () => {
    const { handlers, reply, untilBegun } = world();
    await reply(['change', { name: 'a' }]);
    await untilBegun(1);
    expect(await handlers.cancelInstruction(about('reply.0'), caller)).toMatchObject({
      ok: true,
      value: { status: 'failed', error: { code: 'cancelled' } },
    });
  });

  it('does not hold up a caller who leaves', async () => {
    const { handlers, reply, untilBegun } = world();
    await reply(['change', { name: 'a' }]);
    await untilBegun(1);
    const signal = AbortSignal.abort();
    expect(await handlers.cancelInstruction(about('reply.0'), { ...caller, signal })).toMatchObject(
      { ok: true },
    );
  });

  it('of what has ended, or is not there, is refused', async () => {
    const { handlers, reply, statuses } = world();
    await reply('nothing');
    await expect.poll(statuses).toEqual(['failed:unknown_tool']);
    expect(await handlers.cancelInstruction(about('reply.0'), caller)).toMatchObject({
      error: { code: 'invalid_transition' },
    });
    expect(await handlers.cancelInstruction(about('reply.1'), caller)).toMatchObject({
      error: { code: 'not_found' },
    });
  });
});

describe('rules', () => {
  const add = (given: ReturnType<typeof world>, request: unknown) =>
    given.handlers.addPolicyRule(
      { ...nothing, body: operations.addPolicyRule.body.parse(request) },
      caller,
    );

  it('are added, hold for what comes, and are removed, with their lines in the trail', async () => {
    const given = world();
    await given.reply(['look', { name: 'b' }]);
    const made = await add(given, {
      conversation: 'local-a',
      tool: 'test::*',
      params: { name: 'a*' },
      decision: 'deny',
      reason: 'No.',
    });
    expect(made).toMatchObject({
      ok: true,
      value: {
        conversation: 'local-a',
        tool: 'test::*',
        params: { name: 'a*' },
        decision: 'deny',
        reason: 'No.',
        created_at: 100,
      },
    });
    if (!made.ok) throw new Error('it was made');
    const id = made.value.rule_id;
    expect(await given.handlers.removePolicyRule(about(id), caller)).toEqual({
      ok: true,
      value: { deleted: true },
    });
    expect(await given.handlers.removePolicyRule(about(id), caller)).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(
      given.rows(`select type, actor, detail_json from events where type like 'policy%'`),
    ).toEqual(
      ['policy_rule.added', 'policy_rule.removed'].map((type) => ({
        type,
        actor: 'person',
        detail_json: '{"tool":"test::*","params":["name"],"decision":"deny","via":"http"}',
      })),
    );
  });

  it('are changed in one step, under their id', async () => {
    const given = world();
    const made = await add(given, { tool: 'test::*', decision: 'run' });
    if (!made.ok) throw new Error('it was made');
    const id = made.value.rule_id;
    const change = (ruleId: string, request: object) =>
      given.handlers.changePolicyRule(
        {
          params: { id: ruleId },
          query: {},
          body: operations.changePolicyRule.body.parse(request),
        },
        caller,
      );
    const stricter = { tool: 'test::look', params: { name: 'a*' }, decision: 'deny' };
    expect(await change(id, stricter)).toMatchObject({
      ok: true,
      value: { rule_id: id, ...stricter, created_at: 100 },
    });
    expect(given.rows('select tool_pattern, decision from policy_rules')).toEqual([
      { tool_pattern: 'test::look', decision: 'deny' },
    ]);
    expect(
      given.rows(`select type, detail_json from events where type = 'policy_rule.changed'`),
    ).toMatchObject([
      { detail_json: '{"tool":"test::look","params":["name"],"decision":"deny","via":"http"}' },
    ]);
    expect(await change('nothing', stricter)).toMatchObject({ error: { code: 'not_found' } });
    expect(await change(id, { ...stricter, tool: 'all' })).toMatchObject({
      error: { code: 'invalid_request', field: 'body.tool' },
    });
    expect(await change(id, { ...stricter, conversation: 'local-a' })).toMatchObject({
      error: { code: 'not_found', field: 'body.conversation' },
    });
  });

  it('of a conversation that is gone by then are refused', async () => {
    const request = { conversation: 'local-a', tool: 'test::*', decision: 'run' };
    expect(await add(world(), request)).toMatchObject({
      error: { code: 'not_found', field: 'body.conversation' },
    });
  });

  it('of all conversations, without params, may be short', async () => {
    const given = world();
    expect(await add(given, { tool: '*', params: {}, decision: 'run' })).toMatchObject({
      value: { conversation: null, tool: '*', params: null, reason: null },
    });
  });

  it.each([
    [{ conversation: 'nothing', tool: '*', decision: 'run' }, 'not_found', 'body.conversation'],
    [{ tool: 'write_file', decision: 'run' }, 'invalid_request', 'body.tool'],
    [{ tool: 'a b::c', decision: 'run' }, 'invalid_request', 'body.tool'],
    [{ tool: 'a::b::c', decision: 'run' }, 'invalid_request', 'body.tool'],
    [{ tool: '@a::b', decision: 'run' }, 'invalid_request', 'body.tool'],
  ])('that fit nothing are refused: %j', async (request, code, field) => {
    expect(await add(world(), request)).toMatchObject({ ok: false, error: { code, field } });
  });
});

describe('listTools', () => {
  const list = (given: ReturnType<typeof world>, query: Record<string, string> = {}) =>
    given.handlers.listTools({ params: {}, query, body: undefined }, caller);

  it('tells all tools with what the policy says of each, and the servers', async () => {
    const given = world();
    await given.rule({ toolPattern: 'test::look', decision: 'deny' });
    const listed = await list(given);
    if (!listed.ok) throw new Error(listed.error.text);
    const { items, servers } = operations.listTools.response.parse(listed.value);
    expect(items.map(({ id, decision }) => [id, decision])).toEqual([
      ['test::look', 'deny'],
      ['test::change', 'run'],
      ['test::again', 'run'],
      ['test::wait', 'run'],
      ['test::ask', 'ask'],
    ]);
    expect(servers.map(({ server }) => server)).toEqual(['files', 'git']);
  });

  it('of a conversation and a target', async () => {
    const given = world();
    await given.reply(['look', { name: 'a' }]);
    await given.rule({ toolPattern: 'test::*', decision: 'ask', conversationKey: KEY });
    const listed = await list(given, { conversation: 'local-a', target: 'test' });
    expect(listed).toMatchObject({ ok: true, value: { servers: [] } });
    if (listed.ok)
      expect(new Set(listed.value.items.map((one) => one.decision))).toEqual(new Set(['ask']));
  });

  it.each([
    [{ conversation: 'nothing' }, 'query.conversation'],
    [{ target: 'nothing' }, 'query.target'],
  ])('of what is not there is not found: %j', async (query, field) => {
    expect(await list(world(), query)).toMatchObject({ error: { code: 'not_found', field } });
  });
});

describe('a tool server', () => {
  it('is told of with its process and its last words', async () => {
    const { handlers } = world();
    expect(await handlers.getToolServer(about('files'), caller)).toMatchObject({
      value: { server: 'files', state: 'ready', pid: 7, last_words: ['one', 'two'] },
    });
    expect(await handlers.getToolServer(about('git'), caller)).toMatchObject({
      value: { state: 'backoff', pid: null, last_words: [] },
    });
    expect(await handlers.getToolServer(about('none'), caller)).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('that could not run is not started anew', async () => {
    const { handlers } = world();
    expect(await handlers.restartToolServer(about('files'), caller)).toMatchObject({ ok: true });
    expect(await handlers.restartToolServer(about('git'), caller)).toMatchObject({
      error: { code: 'not_found' },
    });
  });
});

describe('deleteArtifact', () => {
  it('removes it once', async () => {
    const given = world();
    await given.reply(['look', { name: 'a' }]);
    const kept = await given.artifacts.keep('text', { name: 'a', mediaType: 'text/plain' });
    if (!kept.ok) throw new Error(kept.error.text);
    const { content } = kept.value;
    const rest = { conversationKey: KEY, instructionId: null, createdAt: 1, version: 1 };
    await given.write({ changes: [insert(ARTIFACTS, { ...content, ...rest })] });
    const remove = () => given.handlers.deleteArtifact(about(content.artifactId), caller);
    expect(await remove()).toEqual({ ok: true, value: { deleted: true } });
    expect(await remove()).toMatchObject({ error: { code: 'not_found' } });
    expect(given.rows(`select type from events where type like 'artifact%'`)).toEqual([
      { type: 'artifact.removed' },
    ]);
  });
});
