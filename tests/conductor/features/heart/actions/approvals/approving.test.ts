import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import { asking, finalMessage, runtimeReport } from '../../../../../kit/browser-frames.ts';
import { runConductor, type RunningConductor } from '../../../../../kit/running-conductor.ts';

/** A rule that has a person asked about `conductor::echo`. */
function askAboutEcho({ dataDir }: RunningConductor): void {
  const db = new Database(join(dataDir, 'baton.db'));
  db.prepare(
    `insert into policy_rules (rule_id, tool_pattern, decision, created_at, version) values ('careful', '*::echo', 'ask', 1, 1)`,
  ).run();
  db.close();
}

function decide(
  conductor: RunningConductor,
  decision: FrameOf<'approval.decide'>['decision'],
  reason: string | null = null,
) {
  const [approval] = conductor.rows<{ approval_id: string }>(
    'select approval_id from approvals order by created_at desc',
  );
  return {
    type: 'approval.decide',
    approval_id: approval?.approval_id ?? 'none',
    decision,
    reason,
  } as const;
}

/** A conductor whose assistant wants to say something, which waits for the person. */
async function asked() {
  const conductor = await runConductor();
  askAboutEcho(conductor);
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(finalMessage('a', 'reply-1', asking('@conductor::echo::{"text":"said"}')));
  const open = () => conductor.rows(`select * from approvals where decision = 'open'`);
  await expect.poll(open).toHaveLength(1);
  return { conductor, browser, inbox };
}

it('an action waits over a restart, and goes on where it stood when the popup says yes', async () => {
  const { conductor, browser } = await asked();
  browser.close();
  await conductor.stop();
  const next = await runConductor({}, conductor.dataDir);
  const again = await next.browser({ disk: browser.disk });
  again.browser.send(runtimeReport(['a']));
  await again.inbox.allAcked();
  expect(again.inbox.of('delivery.enqueue')).toEqual([]);
  again.browser.send(decide(next, 'approve'));
  expect((await again.inbox.first('delivery.enqueue')).message_text).toContain('said');
  expect(next.rows('select decision, decided_by from approvals')).toEqual([
    { decision: 'approved', decided_by: 'popup' },
  ]);
});

it('a no from the popup is told with its reason, and what comes after it changes nothing', async () => {
  const { conductor, browser, inbox } = await asked();
  browser.send(decide(conductor, 'deny', 'Say nothing.'));
  browser.send(decide(conductor, 'approve'));
  browser.send({ ...decide(conductor, 'approve'), approval_id: 'nothing' });
  const { message_text } = await inbox.first('delivery.enqueue');
  expect(message_text).toContain('1. @conductor::echo action_denied');
  expect(message_text).toContain('The person does not allow @conductor::echo: Say nothing.');
  await inbox.allAcked();
  expect(conductor.rows('select decision, reason from approvals')).toEqual([
    { decision: 'denied', reason: 'Say nothing.' },
  ]);
});

it('describe marks what is asked about', async () => {
  const { conductor, browser, inbox } = await asked();
  browser.send(decide(conductor, 'approve'));
  await inbox.first('delivery.enqueue');
  browser.send(
    finalMessage('a', 'reply-2', asking('@conductor::describe'), { observed_at: Date.now() + 1 }),
  );
  const results = () =>
    conductor.rows<{ result_text: string | null }>(
      `select result_text from instructions where tool = 'describe' and status = 'succeeded'`,
    );
  await expect.poll(results).toHaveLength(1);
  expect(results()[0]?.result_text).toContain('\necho! {"text":string}');
});
