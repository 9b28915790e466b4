import type { Browser } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { faceCode } from '../../kit/face-client.ts';
import { launchPlainBrowser } from '../../kit/face-world.ts';
import { runConductor } from '../../kit/running-conductor.ts';

const LIMIT_MS = 120_000;

describe.each(['chromium', 'firefox'] as const)('in %s', (name) => {
  let browser: Browser;
  afterEach(() => browser.close());

  it(
    'a screen whose file could not be had is there once it is asked for again',
    { timeout: LIMIT_MS },
    async () => {
      browser = await launchPlainBrowser(name);
      const page = await browser.newPage();
      let isCut = true;
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        const isScreen = /\/for-chats-[^/]+\.js$/.test(new URL(request.url()).pathname);
        void (isScreen && isCut ? request.abort('connectionrefused') : request.continue());
      });
      await page.goto((await faceCode(await runConductor())).url, { waitUntil: 'load' });
      await page.waitForSelector('.live[data-tone="good"]');
      await page.click('.rail [href="/trail"]');
      await page.waitForSelector('main .problem .plain');
      isCut = false;
      await page.click('main .problem .plain');
      await page.waitForSelector('main .trail');
      expect(new URL(page.url()).pathname).toBe('/trail');
    },
  );
});
