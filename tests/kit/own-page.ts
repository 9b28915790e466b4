import type { Browser, Page } from 'puppeteer-core';

import { waitUntil } from '../../launcher/wait-until.ts';

interface Button {
  readonly getBadgeText: (of: object) => Promise<string>;
  readonly getTitle: (of: object) => Promise<string>;
}
/** Parts of the browser's API that a page of the extension may use. */
export interface OwnPage {
  readonly chrome: {
    readonly action?: Button & { readonly openPopup: () => Promise<void> };
    readonly tabs: { readonly query: (what: object) => Promise<{ readonly id: number }[]> };
    readonly contextMenus: { readonly update: (id: string, to: object) => Promise<void> };
    readonly runtime: { readonly sendMessage: (message: unknown) => Promise<unknown> };
  };
  readonly browser?: OwnPage['chrome'] & { readonly browserAction: Button };
}

/** Resolves with the button's title once its badge fits. */
export async function untilBadge(own: Page, fits: (text: string) => boolean): Promise<string> {
  return waitUntil('the badge', 20_000, async () => {
    const [text, title] = await own.evaluate(async () => {
      const { chrome, browser } = globalThis as unknown as OwnPage;
      const button = browser?.browserAction ?? chrome.action;
      return [await button?.getBadgeText({}), await button?.getTitle({})];
    });
    return fits(text ?? '') ? (title ?? '') : null;
  });
}

/** Resolves once the context menu leads to all of them: an item that is not there could not be changed. */
export async function untilMenu(own: Page, conversationIds: readonly string[]): Promise<string[]> {
  const items = conversationIds.map((id) => `send-to:${JSON.stringify(['chatgpt', id])}`);
  return waitUntil('the menu', 20_000, () =>
    own.evaluate(async (ids) => {
      const { chrome, browser: firefox } = globalThis as unknown as OwnPage;
      const { contextMenus } = firefox ?? chrome;
      const there = await Promise.allSettled(ids.map((id) => contextMenus.update(id, {})));
      return there.every(({ status }) => status === 'fulfilled') ? ids : null;
    }, items),
  );
}

/** The tabs in which the extension asks whether to pair. Firefox's driver does not know their addresses; they do. */
export async function consentPages(browser: Browser): Promise<Page[]> {
  const pages = await browser.pages();
  const asking = await Promise.all(
    pages.map((page) =>
      page
        .evaluate(() => /^\w+-extension:.*\/consent\.html/.test(location.href))
        .catch(() => false),
    ),
  );
  return pages.filter((_page, index) => asking[index]);
}
