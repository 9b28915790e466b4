import { expect, it } from 'vitest';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
  userTurn,
} from '../../kit/browser-frames.ts';
import { agentWorld } from '../../kit/agent-world.ts';
import { runConductor } from '../../kit/running-conductor.ts';

const ACTION = asking('@conductor::echo::{"text":"done"}');
const CHAT = { platform: 'chatgpt', remote_conversation_id: 'c1' } as const;
const PARTS = ['cut', 'stopped', 'unproven'] as const;

type Told = Parameters<typeof finalMessage>[3];

/** A browser with one chat, and what its conductor made of the actions in it. */
async function chat(mode: 'auto' | 'manual' = 'auto') {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['c1']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, mode);
  const settled = async () => {
    await inbox.allAcked();
    // What is judged ends before what is asked after it.
    await conductor.admin('GET', `/v1/conversations/${id}`);
  };
  return {
    conductor,
    id,
    browser,
    inbox,
    settled,
    says: async (messageId: string, more: Told = {}, text = ACTION): Promise<void> => {
      browser.send(finalMessage('c1', messageId, text, more));
      await settled();
    },
    turn: async (userMessageId: string): Promise<void> => {
      browser.send(userTurn('c1', userMessageId, 'Please.'));
      await settled();
    },
    lets: async (messageId: string): Promise<void> => {
      browser.send({ type: 'reply.run', ...CHAT, assistant_message_id: messageId });
      await settled();
    },
    acted: () =>
      conductor.rows<{ status: string; anchor: string }>(
        `select i.status, a.assistant_message_id as anchor from instructions i
         join message_anchors a on a.anchor_id = i.anchor_id order by i.rowid`,
      ),
  };
}

const wasRun = ({ status }: { readonly status: string }) =>
  ['approved', 'running', 'succeeded', 'failed', 'outcome_unknown'].includes(status);

it.each(PARTS)('a reply that is %s acts neither by itself nor by a click', async (complete) => {
  const { says, lets, acted } = await chat();
  await says('r1', { complete });
  await lets('r1');
  expect(acted()).toEqual([]);
});

it.each(PARTS)('a reply told of as %s, then as whole, does not act', async (complete) => {
  const { says, lets, acted } = await chat();
  await says('r1', { complete });
  await says('r1', { complete: 'whole' });
  await says('r1');
  await lets('r1');
  expect(acted()).toEqual([]);
});

it.each(PARTS)('a reply shown as if whole, then seen live as %s, is not let run', async (part) => {
  const { says, lets, acted } = await chat();
  await says('r1', { source: 'snapshot' });
  await says('r1', { complete: part });
  await lets('r1');
  expect(acted()).toEqual([]);
});

it.each(PARTS)('a reply told of as whole in manual, then as %s, is not let run', async (part) => {
  const { conductor, id, says, lets, acted } = await chat('manual');
  await says('r1');
  await says('r1', { complete: part });
  await conductor.setMode(id, 'auto');
  await lets('r1');
  expect(acted()).toEqual([]);
});

it('a part of a reply told under another name of its chat does not make the whole of it act', async () => {
  const { browser, settled, says, acted } = await chat();
  await says('r1', { complete: 'cut' });
  browser.send(runtimeReport([{ remote_conversation_id: 'c2', aliases: ['c1'] }]));
  browser.send(finalMessage('c2', 'r1', ACTION, { aliases: ['c1'] }));
  await settled();
  expect(acted()).toEqual([]);
});

it.each<readonly [string, Told]>([
  ['that names the same turn', { in_reply_to: 'u1' }],
  ['whose page names no turn', { in_reply_to: null }],
  ['that says that it answers a delivery that is over', { in_reply_to: 'u1', answers_job_id: 'x' }],
  ['that names a turn nobody has seen', { in_reply_to: 'u-unknown' }],
  ['that names itself as its parent', { in_reply_to: 'u1', follows: 'r2' }],
  ['seen in another tab', { in_reply_to: 'u1', tab_id: 1 }],
  ['from before the first', { in_reply_to: 'u1', observed_at: Date.now() - 60_000 }],
  ['from the future', { in_reply_to: 'u1', observed_at: Date.now() + 1e9 }],
])('a second reply %s does not act unasked', async (_name, more) => {
  const { browser, inbox, says, turn, acted } = await chat();
  await turn('u1');
  await says('r1', { in_reply_to: 'u1' });
  // The results of the first wait, as the person has begun to type.
  const job = await inbox.first('delivery.enqueue');
  browser.send(deliveryResult(job, 'waiting', { error_code: 'draft_present' }));
  await says('r2', more);
  await says('r2', { ...more, source: 'browser.final_message' });
  expect(
    acted()
      .filter(wasRun)
      .map(({ anchor }) => anchor),
  ).toEqual(['r1']);
});

it('a second reply shown first, and told live after, does not act unasked when a person lets it run', async () => {
  const { says, turn, lets, acted } = await chat();
  // Longer than a popup shows: what a person could not see is judged by the rules.
  const long = asking(`@conductor::echo::{"text":"${'x'.repeat(20_000)}"}`);
  await turn('u1');
  await says('r1', { in_reply_to: 'u1' });
  await says('r2', { in_reply_to: 'u1', source: 'snapshot' }, long);
  await says('r2', { in_reply_to: 'u1' }, long);
  await lets('r2');
  expect(
    acted()
      .filter(wasRun)
      .map(({ anchor }) => anchor),
  ).toEqual(['r1']);
});

it('an edited turn after an older reply that is named does not let its reply act unasked', async () => {
  const { says, turn, acted } = await chat();
  await turn('u1');
  await says('r1', { in_reply_to: 'u1' }, 'Hello.');
  await turn('u2');
  await says('r2', { in_reply_to: 'u2' }, 'Hello again.');
  await turn('u3');
  await says('r3', { in_reply_to: 'u3', follows: 'r1' });
  expect(acted().filter(wasRun)).toEqual([]);
});

it.each(['length', 'content_filter', 'max_tokens', '', 'error'])(
  'the calls of a model that ended by "%s" are not made',
  async (finish) => {
    const world = await agentWorld((_request, count) =>
      count === 1
        ? { text: 'I look.', calls: [['conductor__echo', '{"text":"done"}']], finish }
        : { text: 'I stop.' },
    );
    await world.say(await world.open(), 'Go.');
    const ran = world.conductor.rows<{ status: string }>('select status from instructions');
    expect(ran.filter(wasRun).filter(({ status }) => status !== 'failed')).toEqual([]);
  },
);
