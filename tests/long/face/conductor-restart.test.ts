import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { startConductorProcess } from '../../kit/conductor-process.ts';
import { acts, launchPlainBrowser } from '../../kit/face-world.ts';
import { pairBrowser, SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { SimulatedChat } from '../../kit/simulated-chat.ts';

/** An answer is taken a moment after a question is shown, so that no press meant for another hits it. */
const READY = '.detail [aria-keyshortcuts="y"]:not(:disabled)';

test.for(BROWSER_NAMES)(
  'in %s, a conductor killed while a person writes is told of, and what was written is there to be copied when it is back',
  async (name) => {
    const conductor = await startConductorProcess();
    const browser = await launchPlainBrowser(name);
    const secret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8').trim();
    const paired = new SimulatedBrowser(conductor.url, await pairBrowser(conductor.url, secret));
    try {
      await conductor.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
      await paired.connect();
      const chat = new SimulatedChat(paired, 'tea', [acts('@conductor::echo::{"text":"tea"}')]);
      chat.report();
      const conversations = () =>
        conductor.query('select local_conversation_id as id from conversations');
      await expect.poll(conversations).toHaveLength(1);
      const [row] = conversations();
      await conductor.ask('PUT', `/v1/conversations/${String(row?.['id'])}/mode`, { mode: 'auto' });
      chat.reply();
      const open = () => conductor.query(`select approval_id as id from approvals`);
      await expect.poll(open).toHaveLength(1);

      const path = `/approvals/${String(open()[0]?.['id'])}`;
      const { url } = (await conductor.ask('POST', '/v1/face/links', { path })) as { url: string };
      const page = await browser.newPage();
      await page.goto(url, { waitUntil: 'load' });
      await page.waitForSelector(READY);
      await page.waitForSelector('.live[data-tone="good"]');
      await page.keyboard.press('d');
      await page.waitForSelector('textarea');
      await page.type('textarea', 'Read the notes ');

      await conductor.kill9();
      await page.waitForSelector('.live[data-tone="bad"]');
      await page.type('textarea', 'first.');
      await conductor.start();
      // Whoever listened there meanwhile may have left anything at its address.
      await page.waitForSelector('.sign-in section', { timeout: 60_000 });
      const kept = () => page.$eval('.sign-in section .command span', (one) => one.textContent);
      expect(await kept()).toBe('Read the notes first.');
      expect(await page.$eval('.sign-in form', (one) => one.hidden)).toBe(true);

      const { url: anew } = (await conductor.ask('POST', '/v1/face/links', { path })) as {
        url: string;
      };
      expect(new URL(anew).host).not.toBe(new URL(url).host);
      await page.goto(anew, { waitUntil: 'load' });
      await page.waitForSelector(READY);
      await page.keyboard.press('d');
      await page.waitForSelector('textarea');
      await page.type('textarea', 'Read the notes first.');
      await page.click('form .bad');
      await expect
        .poll(() => conductor.query('select decision, reason from approvals'))
        .toEqual([{ decision: 'denied', reason: 'Read the notes first.' }]);
    } finally {
      await browser.close();
      paired.close();
      await conductor.dispose();
    }
  },
);
