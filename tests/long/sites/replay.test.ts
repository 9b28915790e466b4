import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { beginConversation } from '../../kit/begin-conversation.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { findCanaries } from '../../kit/find-canaries.ts';
import { librechatSite } from '../../kit/librechat-stand-in/start-librechat-stand-in.ts';
import { openWebuiSite } from '../../kit/open-webui-stand-in/start-open-webui-stand-in.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

describe.each([
  ['chromium', openWebuiSite()],
  ['firefox', openWebuiSite()],
  ['chromium', librechatSite()],
  ['firefox', librechatSite()],
] as const)('in %s at software of anybody’s', (name, site) => {
  it(`${site.platform}: what the page has shown how to send needs no composer, and shows by itself`, async () => {
    const here = await createChatWorld(name, { site });
    world = here;
    const { id } = here.site.createConversation('asked');
    const page = await here.open(id);
    await here.setMode(id, 'auto');
    await here.say(page, '/plain');
    await here.settled(id, 1);
    // Its history is read as the page has read it.
    await page.reload();
    await shows(page, 2);

    const gate = here.site.faults.holdNextSend('taken');
    await here.say(page, '/echo hello');
    await gate.reached;
    await countComposerChanges(page);
    gate.release();
    await here.settled(id, 3);
    const circle = ['/plain', '/echo hello', expect.stringMatching(/^Baton results[^]*hello/)];
    expect(here.received(id)).toEqual(circle);
    await shows(page, 2 * circle.length);
    expect(await composerChanges(page)).toBe('0');
    expect(here.jobs(id)).toMatchObject([{ status: 'finalized', attempt_count: 1 }]);

    // One that is begun too, where a page waits for it that has shown how since it was loaded.
    await page.focus(site.composer);
    // No keys: whoever types has the page to themselves for a while.
    await page.evaluate(() => document.execCommand('insertText', false, '/plain'));
    await page.click(site.readyToSend);
    await here.settled(id, 4);
    await page.click('nav a');
    const front = await here.browser.newPage('about:blank');
    await front.bringToFront();
    await countComposerChanges(page);
    const begun = await beginConversation(here, here);
    expect(here.received(begun)).toEqual(['/plain']);
    await page.waitForFunction(
      (path) => location.pathname === path,
      { polling: 50 },
      site.conversationPath(begun),
    );
    await shows(page, 2);
    expect(await composerChanges(page)).toBe('0');

    // And in a page of its own, which has not shown how: it sends for itself, and shows it.
    const other = await beginConversation(here, here);
    const pages = await here.browser.browser.pages();
    const itsPage = pages.find((each) => each.url().endsWith(site.conversationPath(other)));
    if (itsPage === undefined) throw new Error('no page shows the conversation');
    await shows(itsPage, 2);
    expect(here.site.duplicates()).toBe(0);
    expect(await findCanaries(here)).toEqual([]);
  });
});

async function shows(page: Page, turns: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll('#thread article').length === count &&
      document.querySelector('#thread article:last-child .markdown p') !== null,
    { polling: 50 },
    turns,
  );
}

/** Counts how often there is something in the composer from here on; the count outlives a reload. */
async function countComposerChanges(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('composer-changes', '0');
    const editor = document.querySelector('#editor');
    if (editor === null) throw new Error('the page has no composer');
    let changes = 0;
    const count = (): void => {
      const field = editor.querySelector('textarea');
      if ((field?.value ?? editor.textContent).trim() === '') return;
      changes += 1;
      sessionStorage.setItem('composer-changes', String(changes));
    };
    editor.addEventListener('input', count);
    new MutationObserver(count).observe(editor, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

function composerChanges(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('composer-changes'));
}
