import { expect, it } from 'vitest';

import { changeRow } from '../../../../../kit/change-row.ts';

import { asking, finalMessage, runtimeReport } from '../../../../../kit/browser-frames.ts';
import { runConductor } from '../../../../../kit/running-conductor.ts';

type Json = Readonly<Record<string, unknown>>;

/** A conductor whose assistant has asked for the time twice and for an echo, about which a rule has a person asked. */
async function world() {
  const conductor = await runConductor();
  const ask = async (method: string, path: string, body?: unknown) =>
    (await (await conductor.admin(method, path, body)).json()) as Json;
  const rule = await ask('POST', '/v1/policy/rules', { tool: '*::echo', decision: 'ask' });
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  const echo = (text: string) => `@conductor::echo::${JSON.stringify({ text })}`;
  browser.send(
    finalMessage(
      'a',
      'reply-1',
      asking(['@conductor::time', '@conductor::time', echo('x'), echo('y')].join('\n')),
    ),
  );
  const open = () => conductor.rows(`select * from approvals where decision = 'open'`);
  await expect.poll(open).toHaveLength(2);
  const ids = conductor
    .rows<{ id: string }>('select instruction_id as id from instructions order by position')
    .map((row) => row.id);
  const approvals = conductor
    .rows<{ id: string }>('select approval_id as id from approvals order by created_at')
    .map((row) => row.id);
  return { conductor, ask, id, rule, ids, approvals, open };
}

it('why an action asks is told by its rules, and how it was judged stays', async () => {
  const { ask, ids, rule, id } = await world();
  const why = (n: number) => ask('GET', `/v1/instructions/${ids[n] ?? ''}/why`);
  expect(await why(0)).toEqual({
    instruction_id: ids[0],
    action: 'conductor::time',
    risk: 'low',
    by_risk: 'run',
    quoted: null,
    tool_change: null,
    rules: [],
    now: { decision: 'run', because: 'risk', rule_id: null },
    judged: { decision: 'run', rule_id: null, at: expect.any(Number) },
  });
  expect(await why(2)).toMatchObject({
    rules: [rule],
    now: { decision: 'ask', because: 'rule', rule_id: rule['rule_id'] },
  });
  const wider = { tool: 'conductor::echo', conversation: id, decision: 'deny' };
  const denial = await ask('POST', '/v1/policy/rules', wider);
  expect(await why(2)).toMatchObject({
    rules: [denial, rule],
    now: { decision: 'deny', because: 'rule', rule_id: denial['rule_id'] },
    judged: { decision: 'ask', rule_id: rule['rule_id'] },
  });
  expect(await ask('GET', '/v1/instructions/none/why')).toMatchObject({ code: 'not_found' });
});

it('a rule is tried on what was asked for, and changes nothing by that', async () => {
  const { conductor, ask, id, rule, approvals } = await world();
  await ask('POST', `/v1/approvals/${approvals[0] ?? ''}/decision`, { decision: 'deny' });
  const run = { tool: 'conductor::echo', conversation: id, decision: 'run' };
  const preview = await ask('POST', '/v1/policy/preview', { rule: run });
  expect(preview).toMatchObject({
    looked_at: 4,
    now: { run: 2, ask: 2, deny: 0 },
    would: { run: 4, ask: 0, deny: 0 },
    changed_total: 2,
    denied_would_run: 1,
  });
  expect(preview['changed']).toEqual([
    expect.objectContaining({ action: 'conductor::echo', was: 'ask', would: 'run', denied: false }),
    expect.objectContaining({ denied: true, local_conversation_id: id }),
  ]);
  const without = await ask('POST', '/v1/policy/preview', { without: rule['rule_id'] });
  expect(without).toMatchObject({ would: { run: 4 } });
  expect(conductor.rows('select rule_id from policy_rules')).toHaveLength(1);
  for (const [body, field] of [
    [{ without: 'none' }, 'body.without'],
    [{ rule: { tool: 'echo', decision: 'run' } }, 'body.rule.tool'],
    [{ rule: { tool: '*', decision: 'run', conversation: 'none' } }, 'body.rule.conversation'],
  ])
    expect(await ask('POST', '/v1/policy/preview', body)).toMatchObject({ field });
});

it('an approval is shown by what it would change', async () => {
  const { ask, approvals } = await world();
  expect(await ask('GET', `/v1/approvals/${approvals[0] ?? ''}/preview`)).toEqual({
    kind: 'params',
    params: { text: 'x' },
  });
  expect(await ask('GET', '/v1/approvals/none/preview')).toMatchObject({ code: 'not_found' });
});

it('several are answered alike, each for itself; what is of high risk is allowed alone', async () => {
  const { conductor, ask, approvals, open, ids } = await world();
  const [first = '', second = ''] = approvals;
  changeRow(
    conductor,
    `update instructions set risk = 'high' where instruction_id = '${ids[3] ?? ''}'`,
  );
  const body = { ids: [first, second, 'none', first], decision: 'approve' };
  expect(await ask('POST', '/v1/approvals/answers', body)).toEqual({
    items: [
      { approval_id: first, error: null },
      { approval_id: second, error: { code: 'invalid_request', text: expect.any(String) } },
      { approval_id: 'none', error: { code: 'not_found', text: expect.any(String) } },
    ],
  });
  expect(open()).toHaveLength(1);
  const denial = { ids: [second], decision: 'deny', reason: 'No.' };
  expect(await ask('POST', '/v1/approvals/answers', denial)).toEqual({
    items: [{ approval_id: second, error: null }],
  });
  expect(open()).toHaveLength(0);
});

it('how much each rule fits, and how often each tool ran, is counted', async () => {
  const { ask, approvals, rule, id } = await world();
  await ask('POST', '/v1/policy/rules', { tool: 'mcp.none::*', decision: 'deny' });
  await ask('POST', `/v1/approvals/${approvals[0] ?? ''}/decision`, { decision: 'deny' });
  await ask('POST', `/v1/approvals/${approvals[1] ?? ''}/decision`, { decision: 'approve' });
  await ask('POST', '/v1/policy/rules', { tool: '*::time', conversation: id, decision: 'run' });
  const { items, ...fits } = await ask('GET', '/v1/policy/fits');
  expect(fits).toEqual({ looked_at: 4 });
  expect((items as Json[]).map((one) => one['fits'])).toEqual(expect.arrayContaining([2, 0, 2]));
  expect(items).toContainEqual({ rule_id: rule['rule_id'], fits: 2 });
  await expect
    .poll(async () => (await ask('GET', '/v1/tools/runs'))['items'])
    .toEqual([
      // The one that was denied did not run.
      { tool: 'conductor::echo', runs: 1, failed: 0 },
      { tool: 'conductor::time', runs: 2, failed: 0 },
    ]);
});
