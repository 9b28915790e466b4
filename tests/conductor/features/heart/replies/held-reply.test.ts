import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { restoreBackup } from '../../../../../conductor/src/restore-backup.ts';
import { asking, finalMessage, runtimeReport, userTurn } from '../../../../kit/browser-frames.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../../kit/running-conductor.ts';

const ECHO = '@conductor::echo::{"text":"said"}';

function rule({ dataDir }: RunningConductor, decision: 'ask' | 'deny'): void {
  const db = new Database(join(dataDir, 'baton.db'));
  db.prepare(
    `insert into policy_rules (rule_id, tool_pattern, decision, created_at, version) values ('careful', '*::echo', ?, 1, 1)`,
  ).run(decision);
  db.close();
}

function run(assistantMessageId: string) {
  return {
    type: 'reply.run',
    platform: 'chatgpt',
    remote_conversation_id: 'a',
    assistant_message_id: assistantMessageId,
  } as const;
}

/** A conversation in manual whose newest reply holds an action; then it is switched to auto. */
async function held(text = asking(ECHO)) {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  browser.send(finalMessage('a', 'reply-1', text));
  const state = () => inbox.of('conversation.state').at(-1);
  await expect.poll(() => state()?.held_reply?.assistant_message_id).toBe('reply-1');
  return { conductor, browser, inbox, id, state };
}

it('a reply that came in manual says what it holds, and runs at one click once the mode is auto', async () => {
  const { conductor, browser, inbox, id, state } = await held();
  expect(state()?.busy).toBe(false);
  expect(state()?.held_reply).toMatchObject({
    actions: [{ action: 'conductor::echo', params: '{"text":"said"}', params_length: 15 }],
    count: 1,
  });
  await conductor.setMode(id, 'auto');
  browser.send(run('reply-1'));
  expect((await inbox.first('delivery.enqueue')).message_text).toContain('said');
  await expect.poll(() => state()?.held_reply).toBeUndefined();
  expect(state()?.busy).toBe(true);
  browser.send(run('reply-1'));
  await inbox.allAcked();
  expect(conductor.rows('select instruction_id from instructions')).toHaveLength(1);
});

it('a reply that is not whole is not offered', async () => {
  const { browser, inbox, state } = await held();
  browser.send(finalMessage('a', 'reply-2', asking(ECHO), { complete: 'cut' }));
  await inbox.allAcked();
  await expect.poll(() => state()?.held_reply).toBeUndefined();
});

it('the click is the approval of what a rule would ask about', async () => {
  const { conductor, browser, inbox, id } = await held();
  rule(conductor, 'ask');
  await conductor.setMode(id, 'auto');
  browser.send(run('reply-1'));
  expect((await inbox.first('delivery.enqueue')).message_text).toContain('said');
  expect(conductor.rows('select kind, decision, decided_by from approvals')).toEqual([
    { kind: 'permission', decision: 'approved', decided_by: 'popup' },
  ]);
});

it('a rule that denies is stronger than the click', async () => {
  const { conductor, browser, inbox, id } = await held();
  rule(conductor, 'deny');
  await conductor.setMode(id, 'auto');
  browser.send(run('reply-1'));
  expect((await inbox.first('delivery.enqueue')).message_text).toContain('action_denied');
});

it('an action whose params no popup shows whole asks on its own', async () => {
  const { conductor, browser, id } = await held(
    asking(`@conductor::echo::{"text":"${'x'.repeat(20_000)}"}`),
  );
  rule(conductor, 'ask');
  await conductor.setMode(id, 'auto');
  browser.send(run('reply-1'));
  const open = () => conductor.rows(`select decision from approvals`);
  await expect.poll(open).toEqual([{ decision: 'open' }]);
});

it('an action that stands in the words of others asks on its own', async () => {
  const action = '@conversation::list';
  const { conductor, browser, inbox, id } = await (async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['a']));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    browser.send(userTurn('a', 'turn-1', asking(action)));
    browser.send(finalMessage('a', 'reply-1', asking(action), { observed_at: Date.now() + 1 }));
    await inbox.allAcked();
    return { conductor, browser, inbox, id };
  })();
  await conductor.setMode(id, 'auto');
  browser.send(run('reply-1'));
  await inbox.allAcked();
  const open = () => conductor.rows(`select decision, quoted from approvals where quoted = 1`);
  await expect.poll(open).toEqual([{ decision: 'open', quoted: 1 }]);
});

it('nothing runs before the mode is auto, nor after the conversation has moved on', async () => {
  const { conductor, browser, inbox, id, state } = await held();
  browser.send(run('reply-1'));
  await inbox.allAcked();
  expect(conductor.rows('select instruction_id from instructions')).toEqual([]);
  browser.send({ ...userTurn('a', 'turn-1', 'No, wait.'), observed_at: Date.now() + 1 });
  await expect.poll(() => state()?.held_reply).toBeUndefined();
  await conductor.setMode(id, 'auto');
  browser.send(run('reply-1'));
  await inbox.allAcked();
  expect(conductor.rows('select instruction_id from instructions')).toEqual([]);
  expect(inbox.of('error').map(({ code }) => code)).toEqual([
    'conversation_manual',
    'anchor_stale',
  ]);
});

it('what a page merely shows is not offered', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  await inbox.first('conversation.state');
  browser.send(finalMessage('a', 'reply-1', asking(ECHO), { source: 'snapshot' }));
  const states = inbox.of('conversation.state').length;
  await expect.poll(() => inbox.of('conversation.state').length).toBeGreaterThan(states);
  expect(inbox.of('conversation.state').at(-1)?.held_reply).toBeUndefined();
});

it('a reply that takes long to take apart is not offered, and others are', async () => {
  const { browser, inbox, state } = await held();
  const padding = 'lorem ipsum '.repeat(10_000);
  browser.send(finalMessage('a', 'reply-2', padding + asking(ECHO)));
  await inbox.allAcked();
  await expect.poll(() => state()?.held_reply).toBeUndefined();
  browser.send(finalMessage('a', 'reply-3', padding.slice(50_000) + asking(ECHO)));
  await expect.poll(() => state()?.held_reply?.assistant_message_id).toBe('reply-3');
});

it('what came back from a backup is not offered: it may have run since', async () => {
  const { conductor, browser } = await held();
  const file = join(tempDir(), 'kept');
  await conductor.admin('POST', '/v1/backups', { file });
  browser.close();
  await conductor.stop();
  await restoreBackup(file, conductor.dataDir, Date.now());
  const next = await runConductor({}, conductor.dataDir);
  const again = await next.browser({ disk: browser.disk });
  again.browser.send(runtimeReport(['a']));
  const state = await again.inbox.first('conversation.state');
  expect(state.held_reply).toBeUndefined();
});

it('what a file from elsewhere brings is not offered', async () => {
  const { conductor, id } = await held();
  const exported = await conductor.admin('GET', `/v1/export?conversation=${id}`);
  const lines = await exported.text();
  expect(lines).toContain('"browser.final_message"');
  const other = await runConductor();
  const { browser, inbox } = await other.browser();
  await fetch(`${other.url}/v1/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${other.adminSecret}`,
      'content-type': 'application/x-ndjson',
    },
    body: lines,
  });
  browser.send(runtimeReport(['a']));
  expect((await inbox.first('conversation.state')).held_reply).toBeUndefined();
  expect(other.rows('select source from message_anchors')).toEqual([{ source: 'snapshot' }]);
});
