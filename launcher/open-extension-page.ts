import type { Page } from 'puppeteer-core';

/**
 * Opens a page of the extension's in a tab. Firefox reports no load event for one, so the page itself is asked, and lets
 * a driver open one only where it was opened with `drivesExtension`.
 */
export async function openExtensionPage(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: [] });
  await page.waitForFunction(
    (wanted) => location.href === wanted && document.readyState === 'complete',
    { polling: 20 },
    url,
  );
}
