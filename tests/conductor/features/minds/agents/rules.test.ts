import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { agentWorld } from '../../../../kit/agent-world.ts';
import type { Said, WireRequest } from '../../../../kit/model-server.ts';

/** Calls the tool on each turn of a person. */
const echoes = ({ messages }: WireRequest): Said =>
  messages.at(-1)?.role === 'user'
    ? { calls: [['conductor__echo', '{"text":"tea"}']] }
    : { text: messages.at(-1)?.content ?? '' };

test('a rule of an agent holds in all conversations with it, and in no other', async () => {
  const { ask, open, say } = await agentWorld(echoes);
  const rule = await ask<ResponseOf<'addPolicyRule'>>('POST', '/v1/policy/rules', {
    tool: 'conductor::echo',
    decision: 'deny',
    // With params looked at, the agent is told of the tool all the same.
    params: { text: 'tea' },
    reason: 'Not you.',
    agent: 'assistant',
  });
  expect(rule).toMatchObject({ conversation: null, agent: 'assistant' });
  const session = await open();
  expect((await say(session, 'Echo.')).reply?.text).toMatch(/Not you/);

  const body = { tool: 'conductor::echo', decision: 'deny', agent: 'somebody' };
  await ask('PUT', `/v1/policy/rules/${rule.rule_id}`, body);
  expect((await say(session, 'Echo.')).reply?.text).toMatch(/tea/);
  type Rules = ResponseOf<'listPolicyRules'>;
  expect((await ask<Rules>('GET', `/v1/policy/rules?conversation=${session}`)).items).toEqual([]);
});

test('a rule is of one conversation or of one agent', async () => {
  const { ask, open } = await agentWorld(echoes);
  const conversation = await open();
  const body = { tool: 'conductor::echo', decision: 'deny', conversation, agent: 'assistant' };
  expect(await ask('POST', '/v1/policy/rules', body)).toMatchObject({
    code: 'invalid_request',
    field: 'body.agent',
  });
});
