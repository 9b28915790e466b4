import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchPlainBrowser } from '../../kit/face-world.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';
import { FORGED, FORGERIES } from '../../kit/tap-pages/forged-answers.ts';
import { scriptOf, startTapSite, type TapSite } from '../../kit/tap-pages/tap-site.ts';

describe.each(SAMPLED_BROWSERS)('what a tap tells of answers, in %s,', (name) => {
  let site: TapSite;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    site = await startTapSite(await scriptOf('./forging-page.ts'));
    browser = await launchPlainBrowser(name);
    page = await browser.newPage();
    await page.goto(`${site.origin}/`, { waitUntil: 'load' });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(Object.keys(FORGERIES))('is the site’s, whatever the page does by %s', async (way) => {
    const told = await page.evaluate((which) => window.forge?.(which), way);
    expect(told).not.toContain(FORGED);
    // What the site said last was told.
    expect(told).toContain(JSON.stringify(encodeURIComponent(way)).slice(1, -1));
    expect(told).toMatch(/"kind":"chunk"/);
  });
});
