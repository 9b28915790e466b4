import { expect, test } from 'vitest';

import { outliveExtension } from '../../kit/outlive-extension.ts';

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
