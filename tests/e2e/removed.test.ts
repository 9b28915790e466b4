import { expect, test } from 'vitest';

import { outliveExtension } from '../kit/outlive-extension.ts';

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
