import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { pairBrowser } from '../../launcher/pair-browser.ts';
import { waitUntil } from '../../launcher/wait-until.ts';
import { launchBrowser } from '../kit/browsers.ts';
import { elsewhere } from '../kit/chat-pages/start-chat-pages.ts';
import { startConductorProcess } from '../kit/conductor-process.ts';
import { grantSite, tabOf } from '../kit/grant-site.ts';
import { copyGranting } from '../kit/granting-extension.ts';

const HOST = 'asking.localhost';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe.each(['chromium', 'firefox'] as const)('a page that asks elsewhere, in %s', (name) => {
  it('is read there once a person named that origin with a click, and not before', async () => {
    const [{ page: site, model }, conductor] = await Promise.all([
      elsewhere.start(HOST),
      startConductorProcess(),
    ]);
    closers.push(
      () => conductor.dispose(),
      () => site.close(),
      () => model.close(),
    );
    const dir = mkdtempSync(join(tmpdir(), `baton-${name}-`));
    closers.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
    const extensionDir = join(dir, 'extension');
    await copyGranting(name, extensionDir, `http://${HOST}/*`);
    const browser = await launchBrowser(name, { extensionDir, profileDir: join(dir, 'profile') });
    closers.push(() => browser.close());
    await pairBrowser(browser, conductor.admin);
    const rows = () => conductor.query('select * from conversations');

    const page = await browser.newPage(site.origin + elsewhere.path);
    const popup = await browser.openPopup(await tabOf(browser, page));
    if (name === 'firefox') await grantSite(popup, page);
    await popup.waitForSelector('#watch:not(:has(#watch-site))');
    await say(page, '/plain');
    await page.waitForSelector(elsewhere.reply);

    // The one origin whose answer the page can read, by name; nothing of the answer was heard.
    await popup.bringToFront();
    await popup.waitForSelector('#models button');
    expect(await popup.$$eval('#models p', (all) => all.map((one) => one.textContent))).toEqual([
      `This page gets its answers from ${model.origin}.`,
    ]);
    expect(rows()).toEqual([]);
    await popup.waitForSelector('#models:not([data-moved])');
    await popup.click('#models button');
    await popup.waitForFunction(() => document.querySelector('#models') === null);

    await say(page, '/plain');
    await until('the reply to be observed', () => rows()[0]?.['latest_assistant_message_id']);
    expect(rows()).toMatchObject([{ platform: `generic:${new URL(site.origin).host}` }]);

    // After a load as well, and with all that a delivery needs.
    await page.reload({ waitUntil: 'load' });
    await conductor.admin.setMode(String(rows()[0]?.['local_conversation_id']), 'auto');
    await say(page, '/echo hello');
    const jobs = () => conductor.query('select status from delivery_jobs');
    await until('the circle to close', () => jobs()[0]?.['status'] === 'finalized');
    expect(model.received).toEqual([
      '/plain',
      '/plain',
      '/echo hello',
      expect.stringMatching(/^Baton results[^]*hello/),
    ]);
    expect(rows()).toHaveLength(1);
  });
});

async function until(what: string, ask: () => unknown): Promise<void> {
  await waitUntil(what, 40_000, async () => (ask() ? true : null));
}

async function say(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await page.click(elsewhere.composer);
  await page.keyboard.type(text);
  await page.click(elsewhere.button);
}
