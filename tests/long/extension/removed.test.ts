import { expect, test } from 'vitest';

import { outliveExtension } from '../../kit/outlive-extension.ts';

interface Own {
  readonly chrome: { readonly runtime: { reload(): void } };
}

test('a page outlives an update of the extension, with the built-ins it came with', async () => {
  await expect(
    outliveExtension('chromium', async ({ browser }) => {
      const own = await browser.openPopup();
      // It takes its own page along.
      await own
        .evaluate(() => (globalThis as unknown as Own).chrome.runtime.reload())
        .catch(() => undefined);
    }),
  ).resolves.toBeUndefined();
});

test('a page outlives the removal of the extension from Chromium', async () => {
  await expect(
    outliveExtension('chromium', ({ browser }) =>
      browser.browser.uninstallExtension(new URL(browser.extensionOrigin).host),
    ),
  ).resolves.toBeUndefined();
});

// There nobody tells the page: the tap waits half a minute before it takes itself back.
test('a page outlives the removal of the extension from Firefox', async () => {
  await expect(
    outliveExtension('firefox', ({ browser }) =>
      browser.browser.uninstallExtension('baton@baton.invalid'),
    ),
  ).resolves.toBeUndefined();
});
