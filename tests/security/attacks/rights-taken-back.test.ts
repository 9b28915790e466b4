import { join } from 'node:path';

import { expect, test } from 'vitest';

import { restoreBackup } from '../../../conductor/src/restore-backup.ts';
import { finalMessage, runtimeReport } from '../../kit/browser-frames.ts';
import { runConductor, type RunningConductor, tempDir } from '../../kit/running-conductor.ts';
import type { SimulatedBrowser } from '../../kit/simulated-browser.ts';

// A backup holds what a person had allowed when it was made. What they took back since is not allowed anew by it.

interface World {
  readonly conductor: RunningConductor;
  readonly browser: SimulatedBrowser;
  /** Our id of the chat. */
  readonly id: string;
  /** Id of a rule that lets a tool run. */
  readonly rule: string;
}

async function json<Answer>(answer: Promise<Response>): Promise<Answer> {
  return (await (await answer).json()) as Answer;
}

const RULE = { tool: 'mcp.files::*', decision: 'run' };

/** A chat in auto, and a rule for it. */
async function world(): Promise<World> {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(finalMessage('a', 'reply-0', 'Hello.'));
  await inbox.allAcked();
  const { rule_id: rule } = await json<{ rule_id: string }>(
    conductor.admin('POST', '/v1/policy/rules', RULE),
  );
  return { conductor, browser, id, rule };
}

/** The conductor as it was before `since`, brought back after it. */
async function broughtBack(
  { conductor }: World,
  since: () => Promise<unknown>,
): Promise<RunningConductor> {
  const file = join(tempDir(), 'kept');
  expect((await conductor.admin('POST', '/v1/backups', { file })).status).toBe(201);
  await since();
  await conductor.stop();
  await restoreBackup(file, conductor.dataDir, Date.now());
  return runConductor({}, conductor.dataDir);
}

const allowed = (conductor: RunningConductor) =>
  conductor.rows("select rule_id from policy_rules where decision = 'run'");
const modes = (conductor: RunningConductor) => conductor.rows('select mode from conversations');

test('what is allowed still comes back', async () => {
  const before = await world();
  const after = await broughtBack(before, async () => undefined);
  expect(allowed(after)).toEqual([{ rule_id: before.rule }]);
  expect(modes(after)).toEqual([{ mode: 'auto' }]);
});

test('a rule that was removed since lets nothing run', async () => {
  const before = await world();
  const after = await broughtBack(before, () =>
    before.conductor.admin('DELETE', `/v1/policy/rules/${before.rule}`),
  );
  expect(allowed(after)).toEqual([]);
});

test.each(['deny', 'ask'])(
  'a rule that was made to %s since lets nothing run',
  async (decision) => {
    const before = await world();
    const after = await broughtBack(before, () =>
      before.conductor.admin('PUT', `/v1/policy/rules/${before.rule}`, { ...RULE, decision }),
    );
    expect(allowed(after)).toEqual([]);
  },
);

test('a rule that was made since to deny still denies, in all chats and in one', async () => {
  const before = await world();
  const after = await broughtBack(before, async () => {
    for (const conversation of [null, before.id])
      await before.conductor.admin('POST', '/v1/policy/rules', {
        tool: 'mcp.files::delete',
        decision: 'deny',
        params: { path: '/home/**' },
        ...(conversation !== null && { conversation }),
      });
  });
  const rule = {
    tool_pattern: 'mcp.files::delete',
    params_pattern_json: '{"path":"/home/**"}',
    decision: 'deny',
  };
  const kept = after.rows(
    "select tool_pattern, params_pattern_json, decision from policy_rules where decision = 'deny'",
  );
  expect(kept).toEqual([rule, rule]);
});

test.each(['paused', 'manual'])('a chat that was made %s since does not act', async (mode) => {
  const before = await world();
  const after = await broughtBack(before, () => before.conductor.setMode(before.id, mode));
  expect(modes(after)).not.toEqual([{ mode: 'auto' }]);
});

test('chats that were all paused since do not act', async () => {
  const before = await world();
  const after = await broughtBack(before, () => before.conductor.admin('POST', '/v1/pause'));
  expect(modes(after)).not.toEqual([{ mode: 'auto' }]);
});

test('a site that was taken back since is not allowed to a chat', async () => {
  const before = await world();
  const grant = {
    grant_id: 'grant-1',
    origin: 'https://a.example',
    chat_session_id: null,
    level: 'act',
    until: null,
    granted_at: Date.now(),
    revoked_at: null,
  } as const;
  before.browser.send({ type: 'grant.change', grants: [grant], complete: true });
  const open = (conductor: RunningConductor) =>
    conductor.rows('select grant_id from site_grants where revoked_at is null');
  await expect.poll(() => open(before.conductor)).toHaveLength(1);
  const after = await broughtBack(before, () =>
    before.conductor.admin('DELETE', '/v1/grants/grant-1'),
  );
  expect(open(after)).toEqual([]);
});
