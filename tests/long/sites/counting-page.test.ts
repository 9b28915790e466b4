import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { buildExtension } from '../../../launcher/build-extension.ts';
import { pairBrowser } from '../../../launcher/pair-browser.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import { launchBrowser } from '../../kit/browsers.ts';
import { counting, elsewhere } from '../../kit/chat-pages/start-chat-pages.ts';
import { startConductorProcess } from '../../kit/conductor-process.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe.each(['chromium', 'firefox'] as const)(
  'a page whose answers are counted, in %s',
  (name) => {
    it('is one conversation for as long as it shows one, and the next is another', async () => {
      const [extensionDir, site, conductor] = await Promise.all([
        buildExtension(name),
        counting.start(),
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
      const rows = () => conductor.query('select * from conversations order by created_at');
      const replies = () => conductor.query('select * from message_anchors').length;

      const page = await browser.newPage(site.origin);
      await say(page, '/plain');
      await until('the first reply', () => replies() === 1);
      await say(page, '/echo not yet');
      await until('the second reply', () => replies() === 2);
      expect(rows()).toMatchObject([{ remote_conversation_id: expect.stringMatching(/^made-/) }]);

      await conductor.admin.setMode(String(rows()[0]?.['local_conversation_id']), 'auto');
      await say(page, '/echo hello');
      const jobs = () => conductor.query('select status from delivery_jobs');
      await until('the circle to close', () => jobs()[0]?.['status'] === 'finalized');
      expect([rows().length, site.received.length]).toEqual([1, 4]);

      await page.evaluate(() =>
        document.querySelector('main')?.dispatchEvent(new Event('new-talk')),
      );
      await say(page, '/plain');
      await until('the reply in the next one', () => replies() === 5);
      expect(rows().map(({ mode }) => mode)).toEqual(['auto', 'manual']);
    });
  },
);

async function until(what: string, ask: () => unknown): Promise<void> {
  await waitUntil(what, 40_000, async () => (ask() ? true : null));
}

async function say(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await page.click(elsewhere.composer);
  await page.keyboard.type(text);
  await page.click(elsewhere.button);
}
