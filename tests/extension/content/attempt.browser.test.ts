import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { EDITABLE_WAYS } from '../../../extension/content/compose/editable-ways.ts';
import type { CommandAnswers } from '../../../extension/messages/page-messages.ts';
import { type LabServer, startLabServer } from '../../kit/composer-pages/lab-server.ts';
import { type Lab, type LabPage, openLab } from '../../kit/composer-pages/lab.ts';
import { longTest, sampled, SAMPLED_BROWSERS } from '../../kit/samples.ts';
import { repliesIn, states, steps } from './observed.ts';

const MESSAGE =
  'Baton results\n\n```json\n{"ok": true, "note": "it\'s -- \\"fine\\""}\n```\n  indented ✓ 日本';

describe.for(SAMPLED_BROWSERS)('a delivery in a page of %s', (name) => {
  let lab: Lab;
  let server: LabServer;
  let conversation = '';
  let count = 0;

  beforeAll(async () => {
    server = await startLabServer();
    lab = await openLab(name);
  });
  afterAll(async () => {
    await lab?.close();
    await server?.close();
  });
  beforeEach(() => {
    count += 1;
    conversation = `delivery-${count}`;
    server.next = null;
  });

  const open = (query: string): Promise<LabPage> =>
    lab.open(`${server.origin}/c/${conversation}?${query}`);
  const receivedTexts = (): string[] =>
    server.received.filter((each) => each.conversation === conversation).map((each) => each.text);
  const send = (page: LabPage, attemptId: string): Promise<CommandAnswers['attempt.send']> =>
    page.command({
      kind: 'attempt.send',
      attempt_id: attemptId,
      remote_conversation_id: conversation,
      message_text: MESSAGE,
    });
  /** For a send that is refused: the page may be loaded anew before it has answered the test. */
  const sendUntilLoadedAnew = async (page: LabPage, attemptId: string): Promise<void> => {
    const loaded = page.page.waitForNavigation();
    void send(page, attemptId).catch(() => undefined);
    await loaded;
  };

  const EDITORS = [
    'editor=prosemirror&way=fetch',
    'editor=lexical&way=fetch',
    'editor=textarea&way=xhr',
    'editor=shadow&way=fetch',
  ];
  test.for(sampled(EDITORS, 0))(
    'text goes out once, exact, journaled before it leaves (%s)',
    async (query) => {
      const page = await open(query);
      expect(
        await page.command({ kind: 'attempt.baseline', remote_conversation_id: conversation }),
      ).toEqual({ ok: true, user_message_ids: [] });
      expect(await send(page, 'a1')).toEqual({ taken: true });
      expect(await send(page, 'a1')).toEqual({ taken: true });

      const log = await page.until((all) => repliesIn(all).length > 0 && steps(all).length >= 3);
      const [turn] = server.received.filter((each) => each.conversation === conversation);
      expect(steps(log)).toEqual([
        { step: 'inserting' },
        { step: 'leaving', user_message_id: turn?.messageId },
        { step: 'accepted', user_message_id: turn?.messageId },
      ]);
      expect(repliesIn(log)).toEqual([
        expect.objectContaining({
          remote_conversation_id: conversation,
          raw_text: `You said ${MESSAGE.length} characters. ✓`,
          source: 'live',
          in_reply_to: turn?.messageId,
        }),
      ]);
      expect(receivedTexts()).toEqual([MESSAGE]);
      expect(await page.command({ kind: 'attempt.query', attempt_id: 'a1' })).toEqual({
        progress: { step: 'accepted', user_message_id: turn?.messageId },
      });
      await page.page.close();
    },
  );

  const BARE = ['editor=textarea', 'editor=lexical', 'editor=typography', 'editor=shadow-pasting'];
  test.for(sampled(BARE))(
    'a page that shows nothing known gets each message as it is, and keeps none waiting (%s)',
    async (query) => {
      const page = await open(`${query}&bare`);
      const tookMs: number[] = [];
      for (let round = 1; round <= 3; round += 1) {
        const from = performance.now();
        await page.command({ kind: 'attempt.baseline', remote_conversation_id: conversation });
        await send(page, `a${round}`);
        await page.until((all) => repliesIn(all).length === round);
        tookMs.push((server.received.at(-1)?.atMs ?? Infinity) - from);
      }
      expect(receivedTexts()).toEqual([MESSAGE, MESSAGE, MESSAGE]);
      // Any wait for what is not there is longer than this, and a busy machine is not.
      expect(tookMs.toSorted((a, b) => a - b)[1]).toBeLessThan(1_500);
      await page.page.close();
    },
  );

  test('an editor that changes what comes in on every other way is set through its own view', async () => {
    const page = await open('editor=prosemirror&bare');
    const others = EDITABLE_WAYS.map(({ name: way }) => way).filter((way) => way !== 'set-view');
    await page.page.evaluate((mangling) => {
      sessionStorage.setItem('baton:composer', JSON.stringify({ ours: null, mangling }));
    }, others);
    await page.page.reload();
    await page.ready();
    await send(page, 'a1');
    await page.until((all) => repliesIn(all).length === 1);
    expect(receivedTexts()).toEqual([MESSAGE]);
    await page.page.close();
  });

  longTest(
    'a page that drops what is sent too soon after an answer is sent to when it has settled',
    async () => {
      const page = await open('editor=textarea&bare&busy=100');
      for (let round = 1; round <= 2; round += 1) {
        await send(page, `a${round}`);
        await page.until((all) => repliesIn(all).length === round);
      }
      expect(receivedTexts()).toEqual([MESSAGE, MESSAGE]);
      await page.page.close();
    },
  );

  longTest('what is captured of a send holds names and shapes, and no secret', async () => {
    const page = await open('editor=textarea');
    await send(page, 'a1');
    const log = await page.until((all) => all.some((each) => each.kind === 'page.captured'));
    expect(log.find((each) => each.kind === 'page.captured')).toEqual({
      kind: 'page.captured',
      platform: expect.stringMatching(/^generic:playground\.localhost:\d+$/),
      remote_conversation_id: conversation,
      template: {
        request_path: `/api/conversations/${conversation}/messages`,
        method: 'POST',
        header_names: ['authorization', 'content-type'],
        body_shape: {
          message_id: '<string>',
          parent_id: null,
          text: '<string>',
          stream: '<boolean>',
        },
      },
      credential_fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      answered: 200,
    });
    expect(JSON.stringify(log)).not.toContain('canary-token');
    await page.page.close();
  });

  test('a message called off while it is held never leaves', async () => {
    const page = await open('editor=prosemirror');
    await page.order({ order: 'go', go: false });
    onTestFinished(async () => {
      const another = await open('editor=textarea');
      await another.order({ order: 'go', go: true });
      await another.page.close();
    });
    await sendUntilLoadedAnew(page, 'a1');
    const log = await page.until((all) => steps(all).length === 3);
    expect(steps(log).at(-1)).toMatchObject({ step: 'failed', code: 'cancelled', sent: 'no' });
    expect(receivedTexts()).toEqual([]);
    await page.page.close();
  });

  test('a request that would carry another text is stopped, whatever way the text was put in', async () => {
    const page = await open('editor=textarea&mangle=1');
    for (const [round, code] of ['page_gone', 'page_gone', 'text_mangled'].entries()) {
      await sendUntilLoadedAnew(page, `a${round}`);
      const log = await page.until((all) => steps(all).length === 2 * (round + 1));
      expect(steps(log).at(-1)).toMatchObject({ step: 'failed', code, sent: 'no' });
    }
    expect(receivedTexts()).toEqual([]);
    await page.page.close();
  });

  longTest('a page that sends while text is put in sends no part of it', async () => {
    const page = await open('editor=textarea&eager');
    await sendUntilLoadedAnew(page, 'a1');
    const log = await page.until((all) => steps(all).length === 2);
    expect(steps(log).at(-1)).toMatchObject({ step: 'failed', code: 'text_mangled', sent: 'no' });
    expect(receivedTexts()).toEqual([]);
    await page.page.close();
  });

  longTest(
    'a page whose send was refused is loaded anew, and what it kept of that is no draft',
    async () => {
      const page = await open('editor=textarea&stuck');
      await page.order({ order: 'go', go: false });
      await sendUntilLoadedAnew(page, 'a1');
      await page.order({ order: 'go', go: true });
      const isBack = (text: string): boolean => document.querySelector('textarea')?.value === text;
      await page.page.waitForFunction(isBack, {}, MESSAGE);
      expect(
        await page.command({ kind: 'attempt.baseline', remote_conversation_id: conversation }),
      ).toEqual({ ok: true, user_message_ids: [] });
      await send(page, 'a2');
      const log = await page.until((all) => steps(all).length >= 6);
      expect(steps(log)).toMatchObject([
        { step: 'inserting' },
        { step: 'leaving' },
        { step: 'failed', code: 'cancelled', sent: 'no' },
        { step: 'inserting' },
        { step: 'leaving' },
        { step: 'accepted' },
      ]);
      expect(receivedTexts()).toEqual([MESSAGE]);
      await page.page.close();
    },
  );

  longTest('a draft is neither sent nor touched', async () => {
    const page = await open('editor=prosemirror');
    await page.page.focus('.ProseMirror');
    await page.page.keyboard.type('my own words');
    await page.until((all) => states(all).at(-1)?.draft === true);
    await send(page, 'a1');
    const log = await page.until((all) => steps(all).length === 2);
    expect(steps(log).at(-1)).toMatchObject({ step: 'failed', code: 'draft_present', sent: 'no' });
    expect(await page.page.$eval('.ProseMirror', (field) => field.textContent)).toBe(
      'my own words',
    );
    expect(receivedTexts()).toEqual([]);
    await page.page.close();
  });

  const REFUSALS = [
    { status: 429, failure: { code: 'rate_limited', retry_after_ms: 7_000, sent: 'no' } },
    { status: 401, failure: { code: 'missing_credential', sent: 'no' } },
    { status: 403, failure: { code: 'send_refused', sent: 'no' } },
    { status: 408, failure: { code: 'send_rejected', sent: 'no' } },
    { status: 500, failure: { code: 'send_rejected', sent: 'unknown' } },
  ];
  test.for(sampled(REFUSALS))(
    'an answer of $status is told for what it is',
    async ({ status, failure }) => {
      const page = await open('editor=textarea');
      server.next = { status };
      await send(page, 'a1');
      const log = await page.until((all) => steps(all).length === 3);
      expect(steps(log).at(-1)).toMatchObject({ step: 'failed', ...failure });
      await page.page.close();
    },
  );

  longTest('a reply whose stream is cut is found in the history', async () => {
    const page = await open('editor=textarea');
    server.next = { cut: true };
    await send(page, 'a1');
    const log = await page.until((all) => repliesIn(all).length > 0);
    expect(receivedTexts()).toEqual([MESSAGE]);
    expect(repliesIn(log)).toMatchObject([
      { source: 'live', raw_text: expect.stringContaining('You said') as string },
    ]);
    await page.page.close();
  });

  longTest(
    'a background that does not answer for a while is told everything, in order',
    async () => {
      const page = await open('editor=prosemirror');
      await page.order({ order: 'deaf', messages: 3 });
      await send(page, 'a1');
      const log = await page.until((all) => repliesIn(all).length > 0 && steps(all).length >= 3);
      expect(steps(log).map(({ step }) => step)).toEqual(['inserting', 'leaving', 'accepted']);
      expect(receivedTexts()).toEqual([MESSAGE]);
      await page.page.close();
    },
  );

  test('a new page finds what was sent, and its reply, and tells what was not', async () => {
    const first = await open('editor=textarea');
    await send(first, 'a1');
    const log = await first.until((all) => repliesIn(all).length > 0);
    const [turn] = server.received.filter((each) => each.conversation === conversation);
    await first.page.close();

    const page = await open('editor=textarea');
    await page.until((all) => repliesIn(all).length > 0);
    const look = { anchor_message_id: null, user_message_id: null, known_user_message_ids: [] };
    const ask = (request: object): Promise<CommandAnswers['attempt.look']> =>
      page.command({
        kind: 'attempt.look',
        remote_conversation_id: conversation,
        look: { ...look, message_text: MESSAGE, ...request },
      });
    const found = {
      outcome: 'found',
      user_message_id: turn?.messageId,
      reply: { assistant_message_id: repliesIn(log)[0]?.assistant_message_id, source: 'snapshot' },
    };
    expect(await ask({})).toMatchObject(found);
    expect(await ask({ user_message_id: turn?.messageId, message_text: 'other' })).toMatchObject(
      found,
    );
    expect(await ask({ message_text: 'other' })).toEqual({ outcome: 'absent' });
    expect(await ask({ known_user_message_ids: [turn?.messageId] })).toEqual({ outcome: 'absent' });
    expect(await ask({ anchor_message_id: 'nowhere' })).toMatchObject({ outcome: 'cannot_tell' });
    expect(repliesIn(await page.log())).toMatchObject([
      { source: 'snapshot', in_reply_to: turn?.messageId },
    ]);
    await page.page.close();
  });
});
