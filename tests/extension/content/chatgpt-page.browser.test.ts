import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScriptedAssistant } from '../../../playground/scripted-assistant.ts';
import type { CommandAnswers } from '../../../extension/messages/page-messages.ts';
import {
  type ChatgptStandIn,
  startChatgptStandIn,
} from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { type Lab, type LabPage, openLab } from '../../kit/composer-pages/lab.ts';
import { longTest, SAMPLED_BROWSERS } from '../../kit/samples.ts';
import { repliesIn, states, steps } from './observed.ts';

const SITE = 'https://chatgpt.com';
const NO_REPLY = { step: 'no_reply', text: 'The reply was stopped.' } as const;
/** The reply to it does not end before the site is closed. */
const ENDLESS = 'Tell me all.';
const LONG = Array.from(
  { length: 300 },
  (_, line) => `${line}: "a" -- \`b\` ${'字'.repeat(30)}`,
).join('\n\n');

describe.for(SAMPLED_BROWSERS)('a page of chatgpt.com in %s', (name) => {
  let lab: Lab;
  let site: ChatgptStandIn;
  let conversation = '';
  let page: LabPage;

  beforeAll(async () => {
    const scripted = createScriptedAssistant(0);
    site = await startChatgptStandIn({
      provisionalIds: true,
      assistant: {
        async *reply(history, signal) {
          if (history.at(-1)?.text !== ENDLESS) return yield* scripted.reply(history, signal);
          yield 'It began ';
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      },
      styles: ['plain', 'thinking', 'tool', 'patched', 'instant', 'handoff'],
    });
    lab = await openLab(name, { 'chatgpt.com': site.port });
  });
  afterAll(async () => {
    await lab?.close();
    await site?.close();
  });
  beforeEach(async () => {
    conversation = site.createConversation().id;
    page = await lab.open(`${SITE}/c/${conversation}`);
    return async () => {
      const told = JSON.stringify(await page.log());
      expect(Object.values(site.canaries).filter((canary) => told.includes(canary))).toEqual([]);
      await page.page.close();
    };
  });

  const received = (): string[] =>
    site.log().flatMap((each) => (each.conversation_id === conversation ? [each.text] : []));
  const send = (attemptId: string, text: string): Promise<CommandAnswers['attempt.send']> =>
    page.command({
      kind: 'attempt.send',
      attempt_id: attemptId,
      remote_conversation_id: conversation,
      message_text: text,
    });

  test('message after message goes out once, and every kind of reply comes back live', async () => {
    for (let turn = 1; turn <= 6; turn += 1) {
      const text = `Baton results ${turn}\n\n  {"turn": "${turn}"}`;
      const baseline = await page.command({
        kind: 'attempt.baseline',
        remote_conversation_id: conversation,
      });
      expect(baseline).toMatchObject({ ok: true });
      expect(await send(`a${turn}`, text)).toEqual({ taken: true });
      const log = await page.until((all) => repliesIn(all).length === turn);
      const ours = site.log().findLast((each) => each.conversation_id === conversation);
      expect(repliesIn(log).at(-1)).toMatchObject({
        platform: 'chatgpt',
        remote_conversation_id: conversation,
        source: 'live',
        in_reply_to: ours?.message_id,
      });
      expect(received()).toHaveLength(turn);
      expect(received().at(-1)).toBe(text);
    }
    expect(steps(await page.log()).map(({ step }) => step)).toEqual(
      Array.from({ length: 6 }, () => ['inserting', 'leaving', 'accepted']).flat(),
    );
    expect(site.duplicates()).toBe(0);
  });

  longTest('a long message arrives whole, and not as an attached file', async () => {
    await send('long', LONG);
    await page.until((all) => repliesIn(all).length === 1);
    expect(received()).toEqual([LONG]);
  });

  longTest(
    'refusals are told for what they are, and their text neither lingers nor leaves later',
    async () => {
      const refusals = [
        [
          () => site.faults.rateLimitNextSend(90),
          { code: 'rate_limited', retry_after_ms: 90_000, sent: 'no' },
        ],
        [() => site.faults.challengeNextSend(), { code: 'challenge_required', sent: 'no' }],
        [() => site.faults.failNextSend(), { code: 'send_rejected', sent: 'unknown' }],
      ] as const;
      for (const [index, [arrange, failure]] of refusals.entries()) {
        arrange();
        await send(`refused-${index}`, 'once more');
        const log = await page.until((all) => steps(all).length === 3 * (index + 1));
        expect(steps(log).at(-1)).toMatchObject({ step: 'failed', ...failure });
      }
      await page.until((all) => states(all).at(-1)?.draft === false);
      expect(received()).toEqual([]);
      await send('at last', 'once more');
      await page.until((all) => repliesIn(all).length === 1);
      expect(received()).toEqual(['once more']);
    },
  );

  longTest('a reply whose stream is cut is found in the history', async () => {
    site.faults.cutNextReply(5);
    await send('cut', 'hello');
    const log = await page.until((all) => repliesIn(all).length === 1);
    expect(repliesIn(log)).toMatchObject([
      { source: 'live', remote_conversation_id: conversation },
    ]);
    expect(received()).toEqual(['hello']);
  });

  /** Nobody waits for the reply to this message of the conversation any more. */
  const stop = (
    to: typeof page,
    attempt_id: string,
    message_text: string,
  ): Promise<CommandAnswers['attempt.stop']> =>
    to.command({
      kind: 'attempt.stop',
      attempt_id,
      remote_conversation_id: conversation,
      look: {
        anchor_message_id: null,
        user_message_id: null,
        message_text,
        known_user_message_ids: [],
      },
    });
  const hasNoReply = (log: Parameters<typeof steps>[0]): boolean =>
    steps(log).some(({ step }) => step === 'no_reply');

  longTest(
    'a reply that nobody waits for is stopped, however late the page shows the button',
    async () => {
      await send('long-winded', ENDLESS);
      const button = '[data-testid="stop-button"]';
      await page.page.waitForSelector(button);
      await page.page.$eval(button, (element) => ((element as HTMLElement).hidden = true));
      expect(await stop(page, 'long-winded', ENDLESS)).toEqual({ taken: true });
      expect(await stop(page, 'long-winded', ENDLESS)).toEqual({ taken: true });
      expect(hasNoReply(await page.log())).toBe(false);
      await page.page.$eval(button, (element) => ((element as HTMLElement).hidden = false));
      expect(steps(await page.until(hasNoReply)).at(-1)).toMatchObject(NO_REPLY);
    },
  );

  longTest(
    'a page that was loaded anew stops the reply to the message that stands there, and to no other',
    async () => {
      await send('before', ENDLESS);
      await page.until((all) => steps(all).some(({ step }) => step === 'accepted'));
      const other = await lab.open(`${SITE}/c/${conversation}`);
      await other.page.waitForSelector('[data-testid="stop-button"]');
      expect(await stop(other, 'never sent', 'Tell me nothing.')).toEqual({ taken: true });
      expect(await stop(other, 'before', ENDLESS)).toEqual({ taken: true });
      const log = await other.until(hasNoReply);
      expect(log.filter(({ kind }) => kind === 'attempt.progress')).toMatchObject([
        { attempt_id: 'before', progress: NO_REPLY },
      ]);
      await other.page.close();
    },
  );

  test('another page finds what was sent, its reply, and what was not', async () => {
    await send('there', 'find me');
    const log = await page.until((all) => repliesIn(all).length === 1);
    const ours = site.log().find((each) => each.conversation_id === conversation);
    const other = await lab.open(`${SITE}/c/${conversation}`);
    const look = (message_text: string): Promise<CommandAnswers['attempt.look']> =>
      other.command({
        kind: 'attempt.look',
        remote_conversation_id: conversation,
        look: {
          anchor_message_id: null,
          user_message_id: null,
          message_text,
          known_user_message_ids: [],
        },
      });
    expect(await look('find me')).toMatchObject({
      outcome: 'found',
      user_message_id: ours?.message_id,
      reply: { assistant_message_id: repliesIn(log)[0]?.assistant_message_id },
    });
    expect(await look('never sent')).toEqual({ outcome: 'absent' });
    await other.page.close();
  });

  longTest(
    'a page that fell behind another tab is loaded again before anything is sent from it',
    async () => {
      await send('first', 'one');
      await page.until((all) => repliesIn(all).length === 1);
      const other = await lab.open(`${SITE}/c/${conversation}`);
      await other.page.waitForSelector('[data-message-author-role="user"]');
      await send('second', 'two');
      await page.until((all) => repliesIn(all).length === 2);
      const ask = { kind: 'attempt.baseline', remote_conversation_id: conversation } as const;
      const reloaded = other.page.waitForNavigation();
      // The page goes away under the question, sometimes before the answer is through the test's own channel.
      const answer = await other.command<{ code?: string }>(ask).catch(() => null);
      expect(answer?.code ?? 'page_gone').toBe('page_gone');
      await reloaded;
      await other.ready();
      expect(await other.command(ask)).toMatchObject({ ok: true });
      await other.page.close();
    },
  );

  test('a new chat is known by its real id, and its provisional one is an alias', async () => {
    const fresh = await lab.open(`${SITE}/`);
    expect(states(await fresh.log()).at(-1)?.remote_conversation_id).toBeNull();
    await fresh.page.focus('#prompt-textarea');
    await fresh.page.keyboard.type('typed by hand');
    await fresh.page.keyboard.press('Enter');
    const log = await fresh.until((all) => repliesIn(all).length === 1);
    const mine = site.log().find((each) => each.text === 'typed by hand');
    expect(repliesIn(log)).toMatchObject([
      {
        remote_conversation_id: mine?.conversation_id,
        source: 'live',
        in_reply_to: mine?.message_id,
      },
    ]);
    const state = await fresh.until((all) => states(all).at(-1)?.remote_conversation_id !== null);
    expect(states(state).at(-1)).toMatchObject({
      remote_conversation_id: mine?.conversation_id,
      aliases: [expect.stringMatching(/^WEB:/)],
      by_hand: true,
      url: `${SITE}/c/${mine?.conversation_id}`,
    });
    expect(repliesIn(log)).toMatchObject([{ by_hand: true }]);
    await fresh.page.close();
  });

  longTest(
    'a new chat that the page begins by itself, as links have it do, is begun by no hand',
    async () => {
      const fresh = await lab.open(`${SITE}/?q=by+a+link`);
      await fresh.page.waitForSelector('#prompt-textarea');
      await fresh.page.evaluate(() => {
        const composer = document.querySelector('#prompt-textarea') as HTMLElement;
        composer.focus();
        document.execCommand('insertText', false, 'by a link');
      });
      await fresh.page.keyboard.press('Enter');
      const log = await fresh.until((all) => repliesIn(all).length === 1);
      expect(site.log().some((each) => each.text === 'by a link')).toBe(true);
      expect(repliesIn(log)[0]).not.toHaveProperty('by_hand');
      expect(states(log).some(({ by_hand }) => by_hand === true)).toBe(false);
      await fresh.page.close();
    },
  );
});
