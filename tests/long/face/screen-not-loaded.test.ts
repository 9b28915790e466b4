import type { Browser } from 'puppeteer-core';
import { afterEach, expect, it } from 'vitest';

import { faceCode } from '../../kit/face-client.ts';
import { launchPlainBrowser } from '../../kit/face-world.ts';
import { runConductor } from '../../kit/running-conductor.ts';

const LIMIT_MS = 120_000;

let browser: Browser;
afterEach(() => browser.close());

it(
  'a screen whose file could not be had is loaded when it is asked for again',
  { timeout: LIMIT_MS },
  async () => {
    browser = await launchPlainBrowser('chromium');
    const page = await browser.newPage();
    let refused = 0;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isScreen = /\/trail-[^/]+\.js$/.test(new URL(request.url()).pathname);
      if (isScreen) refused += 1;
      void (isScreen && refused <= 3 ? request.abort('connectionrefused') : request.continue());
    });
    await page.goto((await faceCode(await runConductor())).url, { waitUntil: 'load' });
    await page.waitForSelector('.frame');
    await page.click('.rail [href="/trail"]');
    for (;;) {
      await page.waitForSelector('main .problem, main .trail');
      const again = await page.$('main .problem .plain');
      if (again === null) break;
      await again.click();
    }
    expect(refused).toBeGreaterThan(3);
  },
);
