import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { waitUntil } from '../../launcher/wait-until.ts';
import { type ChatWorld, createChatWorld } from '../support/chat-world.ts';
import { dispatchInWorker } from '../support/dispatch-in-worker.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

interface Button {
  readonly getBadgeText: (of: object) => Promise<string>;
  readonly getTitle: (of: object) => Promise<string>;
}
interface OwnPage {
  readonly chrome: {
    readonly action?: Button;
    readonly tabs: { readonly query: (what: object) => Promise<{ readonly id: number }[]> };
    readonly contextMenus: { readonly update: (id: string, to: object) => Promise<void> };
    readonly runtime: { readonly sendMessage: (message: unknown) => Promise<unknown> };
  };
  readonly browser?: OwnPage['chrome'] & { readonly browserAction: Button };
}

const MARKED = 'Two lines,\nas they were marked.';

/** The tab a conversation of the stand-in is open in. */
function tabOf(own: Page, conversationId: string): Promise<number | undefined> {
  return own.evaluate(async (url) => {
    const [tab] = await (globalThis as unknown as OwnPage).chrome.tabs.query({ url });
    return tab?.id;
  }, `https://chatgpt.com/c/${conversationId}`);
}

async function untilBadge(own: Page, fits: (text: string) => boolean): Promise<string> {
  return waitUntil('the badge', 20_000, async () => {
    const [text, title] = await own.evaluate(async () => {
      const { chrome, browser } = globalThis as unknown as OwnPage;
      const button = browser?.browserAction ?? chrome.action;
      return [await button?.getBadgeText({}), await button?.getTitle({})];
    });
    return fits(text ?? '') ? (title ?? '') : null;
  });
}

describe.each(['chromium', 'firefox'] as const)('beside the page in %s', (name) => {
  it('counts what waits, sends a marked text, pauses, and tells that the conductor is gone', async () => {
    world = await createChatWorld(name);
    const { conductor, browser, site } = world;
    const from = site.createConversation('From').id;
    const to = site.createConversation('To').id;
    const page = await world.open(from);
    await world.open(to);
    const own = await browser.openPopup();
    expect(await untilBadge(own, (text) => text === '')).toBe('Baton: connected');

    // The menu leads to both; one that is not there could not be changed.
    const items = [from, to].map((id) => `send-to:${JSON.stringify(['chatgpt', id])}`);
    await world.until('the menu', () =>
      own.evaluate(async (ids) => {
        const { chrome, browser: firefox } = globalThis as unknown as OwnPage;
        const { contextMenus } = firefox ?? chrome;
        const there = await Promise.allSettled(ids.map((id) => contextMenus.update(id, {})));
        return there.every(({ status }) => status === 'fulfilled');
      }, items),
    );

    // The marked text goes out whole, as a message of the person's, in manual too.
    if (name === 'chromium') {
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
    } else {
      const answer = await own.evaluate(
        (remote_conversation_id, text) =>
          (globalThis as unknown as OwnPage).browser?.runtime.sendMessage({
            kind: 'send.to',
            platform: 'chatgpt',
            remote_conversation_id,
            text,
          }),
        to,
        MARKED,
      );
      expect(answer).toEqual({ ok: true });
    }
    await world.until('the text to arrive', () => world?.received(to).length === 1);
    expect(world.received(to)).toEqual([MARKED]);
    expect(world.received(from)).toEqual([]);

    // What waits is counted.
    await world.setMode(from, 'auto');
    await conductor.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
    await world.say(page, '/echo hello');
    expect(await untilBadge(own, (text) => text === '1')).toContain('waits for your answer');

    if (name === 'chromium') {
      await dispatchInWorker(browser, 'commands.onCommand', ['pause-all']);
      await world.until('the pause', () => world?.conversation(from)?.['mode'] === 'paused');
    }

    await conductor.stop();
    expect(await untilBadge(own, (text) => text === '!')).toContain('not connected');
  });
});
