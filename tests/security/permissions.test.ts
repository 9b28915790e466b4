import { describe, expect, it } from 'vitest';

import { operations } from '../../shared/api/operations.ts';
import { asking, finalMessage, runtimeReport, userTurn } from '../kit/browser-frames.ts';
import { runConductor } from '../kit/running-conductor.ts';

const ECHO = '@conductor::echo::{"text":"ran"}';

/** A conversation in auto under rules, as a person wrote them: tool and decision, for all conversations or this one. */
async function under(...rules: readonly (readonly [string, string, 'all' | 'here'])[]) {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  for (const [tool, decision, where] of rules) {
    const conversation = where === 'here' ? id : null;
    await conductor.admin('POST', '/v1/policy/rules', { tool, decision, conversation });
  }
  const approval = async (): Promise<string> => {
    await inbox.first('conversation.state', ({ approvals }) => (approvals ?? []).length > 0);
    const [open] = conductor.rows<{ id: string }>('select approval_id as id from approvals');
    return open?.id ?? 'none';
  };
  return {
    conductor,
    browser,
    inbox,
    ask: (reply: string, action: string) => browser.send(finalMessage('a', reply, asking(action))),
    approval,
    answer: async (body: object) =>
      conductor.admin('POST', `/v1/approvals/${await approval()}/decision`, body),
    statuses: () => conductor.rows<{ status: string }>('select status from instructions'),
    decisions: () => conductor.rows('select decision, decided_by from approvals'),
  };
}

describe('an action that the policy asks about', () => {
  it('does nothing before a person has said yes, however often it is asked for', async () => {
    const { inbox, browser, ask, approval, statuses } = await under(['*::echo', 'ask', 'all']);
    ask('r1', ECHO);
    await approval();
    browser.send(finalMessage('a', 'r1', asking(ECHO)));
    await inbox.allAcked();
    expect(statuses()).toEqual([{ status: 'awaiting_approval' }]);
    expect(inbox.of('delivery.enqueue')).toEqual([]);
  });

  it('is answered once: another answer later is refused, and changes nothing', async () => {
    const { inbox, ask, answer, decisions } = await under(['*::echo', 'ask', 'all']);
    ask('r1', ECHO);
    expect((await answer({ decision: 'deny' })).status).toBe(200);
    await inbox.first('delivery.enqueue');
    const late = await answer({ decision: 'approve' });
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'invalid_transition' }]);
    expect(decisions()).toMatchObject([{ decision: 'denied' }]);
  });

  it('makes no rule for words of others, also where a person lets them run for good', async () => {
    const { conductor, browser, inbox, ask, approval } = await under(['*::list', 'ask', 'all']);
    const action = '@conversation::list';
    browser.send(userTurn('a', 'turn-1', asking(action)));
    ask('r1', action);
    const decide = {
      type: 'approval.decide',
      approval_id: await approval(),
      reason: null,
    } as const;
    browser.send({ ...decide, decision: 'approve', always: true });
    await inbox.first('delivery.enqueue');
    expect(conductor.rows('select quoted from approvals')).toEqual([{ quoted: 1 }]);
    expect(conductor.rows('select decision from policy_rules')).toEqual([{ decision: 'ask' }]);
  });

  it('is let run by no popup that cannot show all of it', async () => {
    const { browser, inbox, ask, approval, answer, statuses } = await under([
      '*::echo',
      'ask',
      'all',
    ]);
    const long = 'x'.repeat(20_000);
    ask('r1', `@conductor::echo::${JSON.stringify({ text: long })}`);
    const { approvals } = await inbox.first(
      'conversation.state',
      (one) => one.approvals.length > 0,
    );
    expect(approvals[0]).toMatchObject({ params_length: 20_011 });
    expect(approvals[0]?.whole_params).toBeUndefined();
    const decide = {
      type: 'approval.decide',
      approval_id: await approval(),
      reason: null,
    } as const;
    browser.send({ ...decide, decision: 'approve' });
    await inbox.allAcked();
    expect(statuses()).toEqual([{ status: 'awaiting_approval' }]);
    expect((await answer({ decision: 'approve' })).status).toBe(200);
  });

  it('is shown whole where it fits', async () => {
    const { inbox, ask } = await under(['*::echo', 'ask', 'all']);
    const text = `${' '.repeat(3_000)}; rm -rf ~`;
    ask('r1', `@conductor::echo::${JSON.stringify({ text })}`);
    const { approvals } = await inbox.first(
      'conversation.state',
      (one) => one.approvals.length > 0,
    );
    expect(JSON.parse(approvals[0]?.whole_params ?? '')).toEqual({ text });
  });

  it('runs with params of a person only where they fit the tool', async () => {
    const { ask, answer, statuses } = await under(['*::echo', 'ask', 'all']);
    ask('r1', ECHO);
    for (const params of [{ text: 7 }, {}, { text: 'x', more: 1 }]) {
      const refused = await answer({ decision: 'approve', params });
      expect(await refused.json()).toMatchObject({ code: 'invalid_params' });
    }
    expect(statuses()).toEqual([{ status: 'awaiting_approval' }]);
  });
});

it('a rule that denies wins over every narrower one that lets run', async () => {
  const { inbox, ask, statuses } = await under(
    ['*::echo', 'deny', 'all'],
    ['conductor::echo', 'run', 'here'],
  );
  ask('r1', ECHO);
  const { message_text } = await inbox.first('delivery.enqueue');
  expect(message_text).toContain('1. @conductor::echo action_denied');
  expect(statuses()).toEqual([{ status: 'failed' }]);
});

describe('what decides about actions', () => {
  it('is no action itself, under any name that a program would use', async () => {
    const world = await under(['*::echo', 'ask', 'all']);
    const { conductor, inbox, ask, approval, decisions } = world;
    ask('r0', ECHO);
    const params = JSON.stringify({
      id: await approval(),
      approval_id: await approval(),
      decision: 'approve',
      tool: '*',
      mode: 'auto',
    });
    const names = Object.keys(operations).flatMap((name) => [
      name,
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name.replaceAll(/[A-Z]/g, (letter) => `.${letter.toLowerCase()}`),
    ]);
    const unlike = [...names, 'approvals.decide', 'approve', 'policy.add', 'policy.allow'];
    const rules = conductor.rows('select * from policy_rules');
    const settings = conductor.rows('select * from settings');
    const targets = ['conductor', 'baton', 'mcp.baton'];
    const lines = [...new Set(unlike)].flatMap((name) =>
      targets.map((target) => `@${target}::${name}::${params}`),
    );
    for (let n = 0; n < lines.length; n += 20) ask(`r${n + 1}`, lines.slice(n, n + 20).join('\n'));
    await inbox.allAcked();
    const open = `select count(*) as n from instructions where status in ('pending', 'ready', 'running')`;
    await expect.poll(() => conductor.rows(open)).toEqual([{ n: 0 }]);
    const by = `select status, error_code, count(*) as n from instructions group by 1, 2 order by 1`;
    expect(conductor.rows(by)).toEqual([
      { status: 'awaiting_approval', error_code: null, n: 1 },
      { status: 'failed', error_code: 'unknown_tool', n: lines.length },
    ]);
    expect(conductor.rows('select * from policy_rules')).toEqual(rules);
    expect(conductor.rows('select * from settings')).toEqual(settings);
    expect(decisions()).toEqual([{ decision: 'open', decided_by: null }]);
    expect(conductor.rows('select mode from conversations')).toEqual([{ mode: 'auto' }]);
  });

  it('is changed by no frame: a paired browser answers what is asked, as it was asked', async () => {
    const { conductor, browser, inbox, ask, approval } = await under(['*::echo', 'ask', 'all']);
    ask('r1', ECHO);
    const rules = conductor.rows('select * from policy_rules');
    const wishes = ['policy.add', 'policy.rule', 'settings.set', 'client.revoke', 'pairing.offer'];
    for (const [n, type] of wishes.entries()) {
      const id = `wish-${n}`;
      browser.raw(JSON.stringify({ v: 1, id, type, tool: '*', decision: 'run' }));
      const error = await inbox.first('error', ({ ref_id }) => ref_id === id);
      expect(error.code).toBe('unknown_type');
    }
    const decide = {
      type: 'approval.decide',
      approval_id: await approval(),
      decision: 'approve',
      reason: null,
    } as const;
    const edits = { params: { text: 'other' }, edited: { text: 'other' } };
    browser.send({ ...decide, ...edits });
    const { message_text } = await inbox.first('delivery.enqueue');
    expect(message_text).toContain('ran');
    expect(message_text).not.toContain('other');
    expect(conductor.rows('select * from policy_rules')).toEqual(rules);
    expect(conductor.rows('select * from settings')).toEqual([]);
  });
});
