import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { pairBrowser } from '../../../launcher/pair-browser.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import { launchBrowser } from '../../kit/browsers.ts';
import { odd, startChatPages, WAYS_IN } from '../../kit/chat-pages/start-chat-pages.ts';
import { startConductorProcess } from '../../kit/conductor-process.ts';
import { grantSite, tabOf } from '../../kit/grant-site.ts';
import { copyGranting } from '../../kit/granting-extension.ts';

const HOST = 'odd.localhost';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe.each(['chromium', 'firefox'] as const)('a page no adapter can tell, in %s', (name) => {
  it('is watched once its site is granted, and works once it was shown around', async () => {
    const [site, conductor] = await Promise.all([odd.start(HOST), startConductorProcess()]);
    closers.push(
      () => conductor.dispose(),
      () => site.close(),
    );
    const dir = mkdtempSync(join(tmpdir(), `baton-${name}-`));
    closers.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
    const extensionDir = join(dir, 'extension');
    await copyGranting(name, extensionDir, `http://${HOST}/*`);
    const browser = await launchBrowser(name, { extensionDir, profileDir: join(dir, 'profile') });
    closers.push(() => browser.close());
    await pairBrowser(browser, conductor.admin);

    const page = await browser.newPage(site.origin + odd.path);
    const tabId = await tabOf(browser, page);
    const popup = await browser.openPopup(tabId);
    if (name === 'firefox') await grantSite(popup, page);
    await popup.waitForSelector('#watch-text');
    expect(await popup.$('#watch-teach')).toBeNull();

    // By hand and by keyboard: the composer, what sends, and a reply that is there.
    await say(page, '/plain');
    await page.waitForSelector(odd.reply);
    // Once it is known that the reply cannot be read, the popup says so, and offers what helps.
    await popup.waitForSelector('#watch-teach', { timeout: 65_000 });
    await popup.waitForFunction(() => document.body.textContent.includes('could not read'));
    await teach(popup, page);
    await pressOn(page, 'composer', odd.composer);
    await pressOn(page, 'button', odd.button);
    // The reply is the first line that may be one, for the arrow keys.
    await page.waitForSelector('[data-baton="teach"][data-asks="reply"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await keep(page, 'reply');
    await page.waitForSelector('[data-baton="teach"][data-asks="outcome"]');
    await page.keyboard.press('Enter');
    await taughtOver(page);

    const conversation = () =>
      conductor.query('select * from conversations where platform like ?', `generic:${HOST}%`)[0];
    // The reply that stands there is read by what was shown.
    await until('the reply to be observed', () => conversation()?.['latest_assistant_message_id']);
    await conductor.admin.setMode(String(conversation()?.['local_conversation_id']), 'auto');
    await say(page, '/echo hello');
    const jobs = () => conductor.query('select status from delivery_jobs');
    await until('the circle to close', () => jobs()[0]?.['status'] === 'finalized');
    expect(site.received).toEqual([
      '/plain',
      '/echo hello',
      expect.stringMatching(/^Baton results[^]*hello/),
    ]);
    expect(await page.$$eval('textarea', (fields) => fields.map(({ value }) => value))).toEqual([
      '',
      '',
    ]);

    // Esc leaves all as it was; what was taught outlives the page, until it is to be forgotten.
    await page.evaluate(() => {
      const [footer] = document.getElementsByTagName('footer');
      footer?.insertAdjacentHTML(
        'beforeend',
        '<button id="off" disabled style="pointer-events:none">Not yet</button>',
      );
    });
    await teach(popup, page);
    await pressOn(page, 'composer', odd.composer);
    // One that takes no press can be pointed at.
    await page.waitForSelector('[data-baton="teach"][data-asks="button"]');
    await page.click('#off');
    await page.waitForSelector('[data-baton="teach"][data-asks="button-picked"]');
    await page.keyboard.press('Escape');
    await taughtOver(page);
    await page.reload({ waitUntil: 'load' });
    await say(page, '/echo again');
    await until(
      'the second circle',
      () => jobs().length === 2 && jobs().every((job) => job['status'] === 'finalized'),
    );
    expect(site.received.slice(3)).toEqual(['/echo again', expect.stringMatching(/again/)]);
  });
});

describe.each(['chromium', 'firefox'] as const)('a page at 127.0.0.1, in %s', (name) => {
  it('is watched once a person lets it, and the page of the conductor never', async () => {
    const [sites, conductor] = await Promise.all([
      startChatPages('127.0.0.1'),
      startConductorProcess(),
    ]);
    closers.push(() => conductor.dispose());
    for (const site of Object.values(sites)) closers.push(() => site.close());
    const dir = mkdtempSync(join(tmpdir(), `baton-${name}-`));
    closers.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
    const extensionDir = join(dir, 'extension');
    await copyGranting(name, extensionDir, 'http://127.0.0.1/*');
    const browser = await launchBrowser(name, { extensionDir, profileDir: join(dir, 'profile') });
    closers.push(() => browser.close());
    await pairBrowser(browser, conductor.admin);

    const page = await browser.newPage(sites.form.origin + WAYS_IN.form.path);
    const popup = await browser.openPopup(await tabOf(browser, page));
    await grantSite(popup, page);
    await page.bringToFront();
    await page.type(WAYS_IN.form.composer, '/plain');
    await page.click('[type=submit]');
    const platforms = () =>
      conductor.query('select platform from conversations').map(({ platform }) => platform);
    await until('the reply to be observed', () => platforms().length > 0);
    expect(platforms()).toEqual([`generic:${new URL(sites.form.origin).host}`]);

    for (const own of [conductor.url, conductor.url.replace('127.0.0.1', 'localhost')]) {
      const pairing = await browser.newPage(`${own}/pair`);
      const over = await browser.openPopup(await tabOf(browser, pairing));
      await over.waitForSelector('#watch', { hidden: true });
      await over.waitForFunction(() => (document.querySelector('#link')?.textContent ?? '') !== '');
      expect(await over.$('#watch')).toBeNull();
    }
  });
});

async function until(what: string, ask: () => unknown): Promise<void> {
  await waitUntil(what, 40_000, async () => (ask() ? true : null));
}

async function say(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await page.click(odd.composer);
  await page.keyboard.type(text);
  await page.click(odd.button);
}

/** The popup ends with the press; it is only about to close when the page is asked. */
async function teach(popup: Page, page: Page): Promise<void> {
  await popup.evaluate(() => {
    window.close = () => undefined;
  });
  await popup.bringToFront();
  await popup.click('#watch-teach');
  await page.bringToFront();
  await page.waitForSelector('[data-baton="teach"]');
}

async function pressOn(page: Page, asked: string, selector: string): Promise<void> {
  await page.waitForSelector(`[data-baton="teach"][data-asks="${asked}"]`);
  await page.click(selector);
  await keep(page, asked);
}

/** Confirms the element that was pointed at. */
async function keep(page: Page, asked: string): Promise<void> {
  await page.waitForSelector(`[data-baton="teach"][data-asks="${asked}-picked"]`);
  await page.keyboard.press('Enter');
}

async function taughtOver(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-baton="teach"]') === null);
}
