import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ChatgptStandIn,
  startChatgptStandIn,
} from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { type Lab, openLab } from '../../kit/composer-pages/lab.ts';
import { repliesIn, states } from '../../extension/content/observed.ts';

describe('a site that changes under the adapter', () => {
  let lab: Lab;
  let site: ChatgptStandIn;

  beforeAll(async () => {
    site = await startChatgptStandIn({ provisionalIds: true, styles: ['plain'] });
    lab = await openLab('chromium', { 'chatgpt.com': site.port });
  });
  afterAll(async () => {
    await lab?.close();
    await site?.close();
  });

  test('stops the adapter, which says what it sought, and is trusted again once it is understood', async () => {
    const { id } = site.createConversation();
    const page = await lab.open(`https://chatgpt.com/c/${id}`);
    const send = (attempt_id: string) =>
      page.command({
        kind: 'attempt.send',
        attempt_id,
        remote_conversation_id: id,
        message_text: attempt_id,
      });
    const baseline = () => page.command({ kind: 'attempt.baseline', remote_conversation_id: id });

    await send('as ever');
    const healthy = await page.until(
      (log) => repliesIn(log).length === 1 && states(log).at(-1)?.checks.turns === 'ok',
    );
    expect(states(healthy).at(-1)).toMatchObject({
      problem: null,
      checks: { composer: 'ok', stream: 'ok', turns: 'ok', ids: 'ok' },
    });

    // A redesigned stream: the history still tells the reply, and so the adapter goes on.
    site.faults.redesignNextReply();
    await send('redesigned stream');
    await page.until((log) => states(log).some(({ checks }) => checks.stream === 'failed'));
    const [drifted] = states(await page.log()).filter(({ checks }) => checks.stream === 'failed');
    expect(drifted).toMatchObject({ ready: false, problem: { code: 'adapter_drift' } });
    await page.until((log) => repliesIn(log).length === 2 && states(log).at(-1)?.problem === null);

    // A redesigned composer: nothing is sent, and the code says why.
    await page.page.evaluate(() => {
      const composer = document.querySelector('#prompt-textarea');
      composer?.replaceWith(Object.assign(document.createElement('p'), { textContent: 'New!' }));
    });
    const log = await page.until((all) => states(all).at(-1)?.problem?.code === 'adapter_drift');
    expect(states(log).at(-1)).toMatchObject({
      ready: false,
      checks: { composer: 'failed' },
      problem: { text: expect.stringContaining('#prompt-textarea') },
    });
    expect(await baseline()).toMatchObject({ ok: false, code: 'adapter_drift' });
    expect(site.log().map(({ text }) => text)).toEqual(['as ever', 'redesigned stream']);
    await page.page.close();
  });
});
