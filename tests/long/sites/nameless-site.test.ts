import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { buildExtension } from '../../../launcher/build-extension.ts';
import { pairBrowser } from '../../../launcher/pair-browser.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import { launchBrowser } from '../../kit/browsers.ts';
import { nextchat } from '../../kit/chat-pages/start-chat-pages.ts';
import { startConductorProcess } from '../../kit/conductor-process.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe.each(['chromium', 'firefox'] as const)('a NextChat of anybody’s, in %s', (name) => {
  it('closes the circle under an id of ours, which a reload keeps and another tab has not', async () => {
    const [extensionDir, site, conductor] = await Promise.all([
      buildExtension(name),
      nextchat.start('playground.localhost'),
      startConductorProcess(),
    ]);
    closers.push(
      () => conductor.dispose(),
      () => site.close(),
    );
    const profileDir = mkdtempSync(join(tmpdir(), `baton-${name}-`));
    closers.push(() => rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 }));
    const browser = await launchBrowser(name, { extensionDir, profileDir });
    closers.push(() => browser.close());
    await pairBrowser(browser, conductor.admin);

    const open = async (): Promise<Page> => {
      const page = await browser.newPage(site.origin + nextchat.path);
      await page.waitForSelector(nextchat.composer);
      return page;
    };
    const conversations = () =>
      conductor.query('select * from conversations order by created_at').map((one) => one);
    const jobs = () => conductor.query('select * from delivery_jobs order by created_at');
    const settled = (count: number) => () =>
      jobs().length === count && jobs().every(({ status }) => status === 'finalized');
    const circle = (text: string) => [
      `/echo ${text}`,
      expect.stringMatching(new RegExp(`^Baton results[^]*${text}`)) as string,
    ];

    const page = await open();
    await say(page, '/plain');
    await until('the conversation to be known', () => conversations().length === 1);
    const [first] = conversations();
    expect(first).toMatchObject({
      platform: `nextchat:${new URL(site.origin).host}`,
      remote_conversation_id: expect.stringMatching(/^made-/),
    });
    await conductor.admin.setMode(String(first?.['local_conversation_id']), 'auto');
    await say(page, '/echo once');
    await until('the circle to close', settled(1));
    expect(site.received).toEqual(['/plain', ...circle('once')]);

    await page.reload({ waitUntil: 'load' });
    await say(page, '/echo twice');
    await until('the second circle', settled(2));
    expect(site.received.slice(3)).toEqual(circle('twice'));
    expect(conversations()).toHaveLength(1);

    // Loaded anew in the middle of a delivery, and the reply stands there after it.
    const answer = site.hold();
    const path = `/v1/conversations/${String(first?.['local_conversation_id'])}/messages`;
    await conductor.ask('POST', path, { text: 'Sent from outside.' });
    await until('it to arrive', () => site.received.includes('Sent from outside.'));
    await keepAnswer(page, 'It was heard.');
    await page.reload({ waitUntil: 'load' });
    await until('the reply to be found', settled(3));
    answer();
    expect(site.received.filter((text) => text === 'Sent from outside.')).toHaveLength(1);

    const other = await open();
    await say(other, '/plain');
    await until('the other tab’s to be known', () => conversations().length === 2);
    expect(new Set(conversations().map((one) => one['remote_conversation_id'])).size).toBe(2);

    // Its tab is closed, and another shows what it showed: it is known by its last turns.
    await say(other, '/plain');
    await until('the second exchange', () => site.received.length === 8);
    await settle(other);
    await Promise.all([page.close(), other.close()]);
    const [, second] = conversations();
    await conductor.admin.setMode(String(second?.['local_conversation_id']), 'auto');
    await open();
    const there = `/v1/conversations/${String(second?.['local_conversation_id'])}/messages`;
    await conductor.ask('POST', there, { text: 'Are you the same?' });
    await until('the delivery into the new tab', settled(4));
    expect(conversations()).toHaveLength(2);
  });
});

/** The page keeps an answer only at its end; another window of it may have kept this one. */
async function keepAnswer(page: Page, content: string): Promise<void> {
  await page.evaluate((text) => {
    const messages = JSON.parse(localStorage.getItem('chat-next-web-store') ?? '[]') as object[];
    const kept = [...messages, { role: 'assistant', content: text }];
    localStorage.setItem('chat-next-web-store', JSON.stringify(kept));
  }, content);
}

async function until(what: string, ask: () => boolean): Promise<void> {
  await waitUntil(what, 60_000, async () => (ask() ? true : null));
}

async function say(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await page.click(nextchat.composer);
  await page.keyboard.type(text);
  await page.click(nextchat.button);
}

/** Waits until the page has not changed for as long as Baton needs to read it. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      new Promise((resolve) => {
        let timer = setTimeout(resolve, 3_000, true);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 3_000, true);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
}
