import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld, DEMO } from '../../kit/chat-world.ts';
import type { TestBrowser } from '../../kit/browsers.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

describe('two browsers with two tabs each on one conversation', () => {
  it('send each message once, from whichever tab, and go on when one browser dies mid-send', async () => {
    world = await createChatWorld('chromium', { conductorArgs: ['--lease-ms', '3000'] });
    const { site, say, settled, received } = world;
    const firefox = await world.join('firefox');
    const { id } = site.createConversation('shared');
    const page = await world.open(id);
    const more = [await show(world.browser, id), await show(firefox, id), await show(firefox, id)];
    await world.setMode(id, 'auto');

    await say(page, 'Show me what you can do.');
    await settled(id, DEMO.replies);
    expect(received(id)).toHaveLength(1 + DEMO.toolTurns);

    // What is asked in the other browser is answered too, by whichever holds the job.
    const [, there] = more;
    if (there === undefined) throw new Error('no page in the other browser');
    await showNewest(there);
    await say(there, '/echo from the other');
    await settled(id, DEMO.replies + 2);
    expect(received(id).slice(1 + DEMO.toolTurns)).toEqual([
      '/echo from the other',
      expect.stringMatching(/^Baton results[^]*from the other/),
    ]);

    const gate = site.faults.stallNextReply(4);
    await showNewest(there);
    await say(there, '/echo once more');
    await gate.reached;
    const taken = site.faults.holdNextSend('taken');
    gate.release();
    await taken.reached;
    await holderOf(world, id, world.browser, firefox).kill();
    taken.release();
    await settled(id, DEMO.replies + 4);
    expect(received(id)).toHaveLength(1 + DEMO.toolTurns + 4);
    expect(site.duplicates()).toBe(0);
  });
});

async function show(browser: TestBrowser, conversationId: string): Promise<Page> {
  const page = await browser.newPage(`https://chatgpt.com/c/${conversationId}`);
  await page.waitForSelector('#prompt-textarea');
  return page;
}

/** As a person does before they write in a tab that another one has gone past. */
async function showNewest(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.waitForSelector('[data-message-author-role="assistant"]');
}

/** The browser that the conversation's newest job is leased to. */
function holderOf(
  { conductor, jobs }: ChatWorld,
  id: string,
  chromium: TestBrowser,
  firefox: TestBrowser,
): TestBrowser {
  const [client] = conductor.query(
    'select browser_name as name from clients where client_id = ?',
    String(jobs(id).at(-1)?.['client_id']),
  );
  return client?.['name'] === 'firefox' ? firefox : chromium;
}
