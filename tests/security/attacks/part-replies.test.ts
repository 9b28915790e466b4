import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Completeness } from '../../../shared/model/completeness.ts';
import { asking, finalMessage, runtimeReport, userTurn } from '../../kit/browser-frames.ts';
import type { FrameInbox } from '../../kit/frame-inbox.ts';
import { startTestConductor, type TestConductor } from '../../kit/running-conductor.ts';
import type { SimulatedBrowser } from '../../kit/simulated-browser.ts';

type Told = { readonly complete: Completeness } & Readonly<Record<string, unknown>>;

/** How a page tells of one reply, time after time, so that a part of it may come to act. */
const TELLINGS: readonly { readonly tries: string; readonly told: readonly Told[] }[] = [
  { tries: 'a part that a limit cut', told: [{ complete: 'cut' }] },
  { tries: 'a part that a person stopped', told: [{ complete: 'stopped' }] },
  { tries: 'a part whose end nothing shows', told: [{ complete: 'unproven' }] },
  ...(['cut', 'stopped', 'unproven'] as const).flatMap((complete) => [
    {
      tries: `one ${complete}, told of once more as whole`,
      told: [{ complete }, { complete: 'whole' as const }],
    },
    {
      tries: `one ${complete}, that the history calls whole`,
      told: [{ complete }, { complete: 'whole' as const, source: 'snapshot' }],
    },
    {
      tries: `one ${complete}, streamed again as whole, and then live`,
      told: [
        { complete },
        { complete: 'whole' as const, source: 'replay' },
        { complete: 'whole' as const },
      ],
    },
    {
      tries: `one ${complete}, told of as whole under another id`,
      told: [{ complete }, { complete: 'whole' as const, assistant_message_id: 'b' }],
    },
  ]),
  {
    tries: 'one that the history showed whole before it was heard cut',
    told: [{ complete: 'whole', source: 'snapshot' }, { complete: 'cut' }, { complete: 'whole' }],
  },
];

/** No words of ours: a frame that says so is refused whole, and its link ended. */
const NO_WORDS = ['WHOLE', 'whole ', '', null, true, 1, ['whole'], { whole: true }] as const;

let conductor: TestConductor;
let link: { browser: SimulatedBrowser; inbox: FrameInbox };
beforeAll(async () => {
  conductor = await startTestConductor();
  link = await conductor.browser();
});
afterAll(() => conductor.end());

let chats = 0;
async function newChat(): Promise<string> {
  const chat = `part-${(chats += 1)}`;
  link.browser.send(runtimeReport([chat], false));
  const { local_conversation_id: id } = await link.inbox.first(
    'conversation.state',
    (frame) => frame.remote_conversation_id === chat,
  );
  await conductor.setMode(id, 'auto');
  link.browser.send(userTurn(chat, 'u', 'Say it.'));
  return chat;
}

const statusesIn = (chat: string): string[] =>
  conductor
    .rows<{ status: string }>(
      `select status from instructions where conversation_key = 'chatgpt/${chat}'`,
    )
    .map(({ status }) => status);

function tell(chat: string, told: object): void {
  const text = asking(`@conductor::echo::{"text":"${chat}"}`);
  link.browser.send(
    finalMessage(chat, 'a', text, {
      in_reply_to: 'u',
      answers_job_id: null,
      follows: null,
      ...told,
    }),
  );
}

describe('a reply that is not whole', () => {
  it('would act if it were', async () => {
    const chat = await newChat();
    tell(chat, { complete: 'whole' });
    await expect.poll(() => statusesIn(chat)).toEqual(['succeeded']);
  });

  it.each(TELLINGS)('does not act by $tries', async ({ told }) => {
    const chat = await newChat();
    for (const one of told) tell(chat, one);
    await link.inbox.allAcked();
    // What comes after it in the same link was judged after it.
    const after = await newChat();
    tell(after, { complete: 'whole' });
    await expect.poll(() => statusesIn(after)).toEqual(['succeeded']);
    expect(statusesIn(chat).filter((status) => status !== 'awaiting_approval')).toEqual([]);
  });

  it.each(NO_WORDS.map((word) => ({ word })))('is not told of by $word', async ({ word }) => {
    const chat = await newChat();
    await link.inbox.allAcked();
    const { browser, inbox } = await conductor.browser({
      origin: `moz-extension://${String((chats += 1)).padStart(8, '0')}-2222-4333-8444-555555555555`,
    });
    const closed = new Promise((resolve) => browser.once('closed', resolve));
    browser.send(
      finalMessage(chat, 'a', asking('@conductor::echo::{}'), { complete: word as Completeness }),
    );
    // Refused: by the end of the link, or by an answer.
    await Promise.race([closed, inbox.allAcked(), inbox.first('error')]);
    browser.close();
    expect(statusesIn(chat)).toEqual([]);
  });
});
