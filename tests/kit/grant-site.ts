import type { Page } from 'puppeteer-core';

import type { TestBrowser } from './browsers.ts';

/** As a person does: asks for the site to be watched, and then loads the page again. `popup` is the one over its tab. */
export async function grantSite(popup: Page, page: Page): Promise<void> {
  await popup.waitForSelector('#watch-site:not([hidden])');
  const asks = await popup.$eval('#watch-site', (button) => button.textContent);
  if (asks !== 'Watch this site') throw new Error(`The popup asks: ${asks}`);
  await popup.click('#watch-site');
  await popup.waitForFunction(
    () => document.querySelector('#watch-site')?.textContent === 'Load the page again',
  );
  await Promise.all([page.waitForNavigation(), popup.click('#watch-site')]);
}

/** The number the browser gave the tab of a page. */
export async function tabOf(browser: TestBrowser, page: Page): Promise<number> {
  const popup = await browser.openPopup(0);
  const url = page.url();
  const id = await popup.evaluate(async (wanted) => {
    const api = globalThis as unknown as Record<'browser' | 'chrome', typeof chrome | undefined>;
    const tabs = await (api.browser ?? api.chrome)?.tabs.query({});
    return tabs?.find((tab) => tab.url === wanted)?.id;
  }, url);
  await popup.close();
  return id ?? 0;
}

interface Tabs {
  readonly query: (filter: object) => Promise<{ readonly id?: number; readonly url?: string }[]>;
}
declare const chrome: { readonly tabs: Tabs };
