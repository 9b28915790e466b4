import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ExtensionBusinessFrame, Unsent } from '../../../shared/protocol/index.ts';
import { asking, finalMessage, runtimeReport, userTurn } from '../../kit/browser-frames.ts';
import type { FrameInbox } from '../../kit/frame-inbox.ts';
import { startTestConductor, type TestConductor } from '../../kit/running-conductor.ts';
import type { SimulatedBrowser } from '../../kit/simulated-browser.ts';

/**
 * Frames by which a page has an answered turn answered again, and the second answer run. Each says `first`,
 * is heard, and then says `next`, whose last frame is the reply that must not run by itself.
 */
interface Attempt {
  readonly tries: string;
  readonly first: readonly Said[];
  readonly next: readonly Said[];
  /** Nothing is made of the second reply at all; else its action waits for a person. */
  readonly isPassedOver?: true;
}
/** Given the conversation and the hour: ids need to differ between conversations in nothing. */
type Said = (chat: string, at: number) => Unsent<ExtensionBusinessFrame>;

/** Between what is said and what is said next. */
const STEP_MS = 10;

const turn =
  (id: string, text = `Words of ${id}.`, after = 0): Said =>
  (chat, at) =>
    userTurn(chat, id, text, { observed_at: at + after });
const reply =
  (id: string, to: string | null, more: object = {}, after = 0, says = id): Said =>
  (chat, at) =>
    finalMessage(chat, id, asking(`@conductor::echo::{"text":"${chat} ${says}"}`), {
      in_reply_to: to,
      answers_job_id: null,
      follows: null,
      observed_at: at + after,
      ...more,
    });

/** Without an action, so that no message of Baton's comes between. */
const plain =
  (id: string, to: string | null, more: object = {}, after = 0): Said =>
  (chat, at) =>
    finalMessage(chat, id, `Said in ${id}.`, {
      in_reply_to: to,
      answers_job_id: null,
      follows: null,
      observed_at: at + after,
      ...more,
    });

const ANSWERED = [turn('u1'), plain('a1', 'u1')];

const ATTEMPTS: readonly Attempt[] = [
  { tries: 'another id for the reply', first: ANSWERED, next: [reply('a2', 'u1')] },
  { tries: 'no name for the turn', first: ANSWERED, next: [reply('a2', null)] },
  { tries: 'a name that no turn has', first: ANSWERED, next: [reply('a2', 'u9')] },
  { tries: 'the turn told once more', first: ANSWERED, next: [turn('u1'), reply('a2', 'u1')] },
  {
    tries: 'the turn told once more, in other words',
    first: ANSWERED,
    next: [turn('u1', 'Other words.'), reply('a2', 'u1')],
  },
  {
    tries: 'the turn told once more, with a later time',
    first: ANSWERED,
    next: [turn('u1', 'Words of u1.', 60_000), reply('a2', 'u1', {}, 60_000)],
  },
  {
    tries: 'the same words under another id, as a page sends that tells no ids',
    first: ANSWERED,
    next: [turn('made-2', 'Words of u1.'), reply('a2', 'made-2')],
  },
  {
    tries: 'the same words under another id, without a name for the turn',
    first: [turn('made-1', 'Words of u1.'), plain('a1', null)],
    next: [turn('made-2', 'Words of u1.'), reply('a2', null)],
  },
  {
    tries: 'the same words with other blanks',
    first: ANSWERED,
    next: [turn('made-2', ' Words of u1.\r\n'), reply('a2', 'made-2')],
  },
  {
    tries: 'an edited turn, by the reply that it follows',
    first: [...ANSWERED, turn('u2'), plain('a2', 'u2', { follows: 'a1' })],
    next: [turn('u3'), reply('a3', 'u3', { follows: 'a1' })],
  },
  {
    tries: 'a first reply that was stopped',
    first: [turn('u1'), plain('a1', 'u1', { complete: 'stopped' })],
    next: [reply('a2', 'u1')],
  },
  {
    tries: 'a first reply that was cut',
    first: [turn('u1'), plain('a1', 'u1', { complete: 'cut' })],
    next: [reply('a2', 'u1')],
  },
  {
    tries: 'a first reply of which only the history told',
    first: [turn('u1'), plain('a1', 'u1', { source: 'snapshot' })],
    next: [reply('a2', 'u1')],
  },
  {
    tries: 'a first reply that was streamed again',
    first: [turn('u1'), plain('a1', 'u1', { source: 'replay' })],
    next: [reply('a2', 'u1')],
  },
  {
    tries: 'a first reply at the very moment of its turn',
    first: [turn('u1'), plain('a1', 'u1', {}, -STEP_MS)],
    next: [reply('a2', 'u1')],
  },
  {
    tries: 'a clock that was set back between turn and reply',
    first: [turn('u1', 'Words.', 1_500), plain('a1', 'u1', {}, 0)],
    next: [reply('a2', 'u1', {}, 100)],
  },
  {
    tries: 'a turn that is told after its reply',
    first: [plain('a0', null), plain('a1', 'u1'), turn('u1', 'Words.', -15)],
    next: [reply('a2', 'u1')],
  },
  {
    tries: 'a reply whose id is that of the first',
    first: ANSWERED,
    next: [reply('a1', 'u1', {}, 0, 'other words')],
    isPassedOver: true,
  },
  {
    tries: 'a reply whose id is that of an older one, to a new turn',
    first: [...ANSWERED, turn('u2'), plain('a2', 'u2')],
    next: [turn('u3'), reply('a1', 'u3', {}, 0, 'other words')],
    isPassedOver: true,
  },
  {
    tries: 'a job that was never given out, as what it answers',
    first: ANSWERED,
    next: [reply('a2', 'u1', { answers_job_id: 'job-of-nobody' })],
  },
  {
    tries: 'an older time than that of the first',
    first: ANSWERED,
    next: [reply('a2', 'u1', {}, -60_000)],
    isPassedOver: true,
  },
  {
    tries: 'an older turn, while a newer one waits',
    first: [...ANSWERED, turn('u2')],
    next: [reply('a2', 'u1')],
  },
  {
    tries: 'a second reply to the newer of two turns',
    first: [...ANSWERED, turn('u2'), plain('a2', 'u2')],
    next: [reply('a3', 'u2')],
  },
];

/** Nothing is believed to be seen before its browser was paired. */
let aheadMs = 0;
const now = (): number => Date.now() + aheadMs;

let conductor: TestConductor;
let link: { browser: SimulatedBrowser; inbox: FrameInbox };
beforeAll(async () => {
  conductor = await startTestConductor({}, null, undefined, { now });
  link = await conductor.browser();
  aheadMs = 3_600_000;
});
afterAll(() => conductor.end());

let chats = 0;
/** A chat in auto that nobody has spoken in. */
async function newChat(): Promise<string> {
  const chat = `chat-${(chats += 1)}`;
  link.browser.send(runtimeReport([chat], false));
  const { local_conversation_id: id } = await link.inbox.first(
    'conversation.state',
    (frame) => frame.remote_conversation_id === chat,
  );
  await conductor.setMode(id, 'auto');
  return chat;
}

const actionsOf = (chat: string): { status: string; text: string }[] =>
  conductor.rows(
    `select i.status, i.params_json as text from instructions i join message_anchors a on a.anchor_id = i.anchor_id
     where a.conversation_key = 'chatgpt/${chat}' order by i.rowid`,
  );

/** Turns that a person says anew: their replies act. */
const NEW_TURNS: readonly { readonly says: string; readonly said: readonly Said[] }[] = [
  { says: 'other words', said: [...ANSWERED, turn('u2'), reply('a2', null)] },
  {
    says: 'the same words after the newest reply, as the page names it',
    said: [...ANSWERED, turn('u2', 'Words of u1.'), reply('a2', 'u2', { follows: 'a1' })],
  },
  {
    says: 'the same words, which nothing was answered to',
    said: [...ANSWERED, turn('u2'), turn('u3', 'Words of u2.'), reply('a3', null)],
  },
  {
    says: 'the same words, after others',
    said: [
      ...ANSWERED,
      turn('u2'),
      plain('a2', null),
      turn('u3', 'Words of u1.'),
      reply('a3', 'u3'),
    ],
  },
];

describe('a turn that was answered', () => {
  it('has its first reply run, so that there is something to try', async () => {
    const chat = await newChat();
    for (const say of [turn('u1'), reply('a1', 'u1')]) link.browser.send(say(chat, now()));
    await expect.poll(() => actionsOf(chat)).toMatchObject([{ status: 'succeeded' }]);
  });

  it.each(ATTEMPTS)('is not answered again with effect by $tries', async (attempt) => {
    const { first, next, isPassedOver } = attempt;
    const chat = await newChat();
    const at = now() - 10_000;
    for (const [step, say] of first.entries()) link.browser.send(say(chat, at + step * STEP_MS));
    await link.inbox.allAcked();
    await expect
      .poll(() => actionsOf(chat).filter(({ status }) => /pending|ready|running/.test(status)))
      .toEqual([]);
    const before = actionsOf(chat);
    for (const [step, say] of next.entries())
      link.browser.send(say(chat, at + 1_000 + step * STEP_MS));
    await link.inbox.allAcked();
    const news = () => actionsOf(chat).slice(before.length);
    if (isPassedOver) expect(news()).toEqual([]);
    else
      await expect.poll(news, { timeout: 4_000 }).toMatchObject([{ status: 'awaiting_approval' }]);
  });

  it.each(NEW_TURNS)('is followed by one with $says, whose reply acts', async ({ said }) => {
    const chat = await newChat();
    const at = now() - 10_000;
    for (const [step, say] of said.entries()) link.browser.send(say(chat, at + step * STEP_MS));
    await link.inbox.allAcked();
    await expect
      .poll(() => actionsOf(chat), { timeout: 4_000 })
      .toMatchObject([{ status: 'succeeded' }]);
  });
});
