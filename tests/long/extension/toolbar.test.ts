import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { waitUntil } from '../../../launcher/wait-until.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { dispatchInWorker } from '../../kit/dispatch-in-worker.ts';
import { type OwnPage, untilBadge, untilMenu } from '../../kit/own-page.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

const MARKED = 'Two lines,\nas they were marked.';

/** The tab a conversation of the stand-in is open in. */
function tabOf(own: Page, conversationId: string): Promise<number | undefined> {
  return own.evaluate(async (url) => {
    const [tab] = await (globalThis as unknown as OwnPage).chrome.tabs.query({ url });
    return tab?.id;
  }, `https://chatgpt.com/c/${conversationId}`);
}

describe('beside the page', () => {
  it('counts what waits, sends a marked text, pauses, and tells that the conductor is gone', async () => {
    world = await createChatWorld('chromium');
    const { conductor, browser, site } = world;
    const from = site.createConversation('From').id;
    const to = site.createConversation('To').id;
    const page = await world.open(from);
    await world.open(to);
    const own = await browser.openPopup();
    expect(await untilBadge(own, (text) => text === '')).toBe('Baton: connected');

    const items = await untilMenu(own, [from, to]);

    // The marked text goes out whole, as a message of the person's, in manual too.
    await page.bringToFront();
    await page.evaluate((text) => {
      const field = document.createElement('pre');
      field.id = 'marked';
      field.textContent = text;
      document.body.append(field);
      getSelection()?.selectAllChildren(field);
    }, MARKED);
    await dispatchInWorker(browser, 'contextMenus.onClicked', [
      {
        menuItemId: items[1],
        selectionText: MARKED.replace('\n', ' '),
        frameId: 0,
      },
      { id: await tabOf(own, from) },
    ]);

    // It is read over first, and one that is taken back never goes out.
    const compose = await waitUntil('the window', 20_000, async () => {
      const pages = await browser.browser.pages();
      return pages.find((one) => one.url().includes('/send.html')) ?? null;
    });
    await compose.waitForSelector('#send:not([disabled])');
    expect(await compose.$eval('#text', (field) => (field as HTMLTextAreaElement).value)).toBe(
      MARKED,
    );
    await compose.click('#send');
    await compose.waitForSelector('#undo:not([hidden])');
    await compose.click('#undo');
    await compose.waitForFunction(
      () => document.querySelector('#outcome')?.textContent?.startsWith('Taken back'),
      { polling: 20 },
    );
    await compose.click('#send');
    await world.until('the text to arrive', () => world?.received(to).length === 1);
    expect(world.received(to)).toEqual([MARKED]);
    expect(world.received(from)).toEqual([]);

    // What waits is counted.
    await world.setMode(from, 'auto');
    await conductor.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
    await world.say(page, '/echo hello');
    expect(await untilBadge(own, (text) => text === '1')).toContain('waits for your answer');

    await dispatchInWorker(browser, 'commands.onCommand', ['pause-all']);
    await world.until('the pause', () => world?.conversation(from)?.['mode'] === 'paused');

    await conductor.stop();
    expect(await untilBadge(own, (text) => text === '!')).toContain('not connected');
  });
});

/** The popup in the toolbar's own bubble, whose size the popup decides. */
async function openBubble({ browser }: ChatWorld): Promise<Page> {
  const background = await browser.browser.waitForTarget((one) => one.type() === 'service_worker');
  const worker = await background.worker();
  const opened = browser.browser.waitForTarget((one) => one.url().endsWith('/popup.html'));
  await worker?.evaluate(() => (globalThis as unknown as OwnPage).chrome.action?.openPopup());
  return (await opened).asPage();
}

describe('the popup, as the toolbar opens it on a small screen', () => {
  it('is 360 px wide and scrolls to neither side, however long what waits is', async () => {
    world = await createChatWorld('chromium');
    const { conductor, site } = world;
    const id = site.createConversation('Groceries for the week').id;
    const page = await world.open(id);
    await world.setMode(id, 'auto');
    await conductor.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
    await page.bringToFront();
    await world.say(page, `/echo ${'a long text of many words '.repeat(120)}`);
    await world.until(
      'the approval',
      () => conductor.query(`select 1 from approvals where decision = 'open'`).length === 1,
    );

    const popup = await openBubble(world);
    await popup.waitForSelector('#approvals:not([hidden])');
    const widths = (): Promise<readonly number[]> =>
      popup.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        return [innerWidth, clientWidth, scrollWidth];
      });
    await expect.poll(widths).toEqual([360, 360, 360]);
    expect(await popup.evaluate(() => screen.height)).toBe(600);
  });
});
