import type { Page } from 'puppeteer-core';
import type { OpenedBrowser } from './opened-browser.ts';

/** Functions that Chromium's own page of extensions may call. */
interface DeveloperPrivate {
  updateProfileConfiguration(update: { readonly inDeveloperMode: boolean }): Promise<void>;
  updateExtensionConfiguration(update: {
    readonly extensionId: string;
    readonly pinnedToToolbar: boolean;
  }): Promise<void>;
  reload(
    extensionId: string,
    options: { readonly failQuietly: boolean; readonly populateErrorForUnpacked: boolean },
  ): Promise<void>;
}

declare const chrome: { readonly developerPrivate: DeveloperPrivate };

type Opened = Pick<OpenedBrowser, 'name' | 'browser' | 'extensionOrigin'>;

/**
 * Puts the extension's icon into the toolbar, where a person sees it. Chromium hides it behind the puzzle piece otherwise;
 * Firefox shows it, as the manifest asks. A Chromium that lets nobody pin it keeps it there.
 */
export async function pinToToolbar(opened: Opened): Promise<void> {
  if (opened.name !== 'chromium') return;
  await onExtensionsPage(opened, (page, id) =>
    page
      .evaluate(
        (extensionId) =>
          chrome.developerPrivate.updateExtensionConfiguration({
            extensionId,
            pinnedToToolbar: true,
          }),
        id,
      )
      .catch(() => undefined),
  );
}

/**
 * Loads the newest build. Chromium keeps the background it once had for as long as the version stays the same, even over
 * another installation; Firefox looks by itself.
 */
export async function reloadExtension(opened: Opened): Promise<void> {
  if (opened.name !== 'chromium') return;
  await onExtensionsPage(opened, (page, id) =>
    page.evaluate(async (extensionId) => {
      // Without it, an unpacked extension that is loaded again stays switched off.
      await chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
      // With the second option it answers once the extension is loaded.
      await chrome.developerPrivate.reload(extensionId, {
        failQuietly: true,
        populateErrorForUnpacked: true,
      });
    }, id),
  );
}

async function onExtensionsPage(
  { browser, extensionOrigin }: Opened,
  act: (page: Page, extensionId: string) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage();
  try {
    await page.goto('chrome://extensions');
    await act(page, new URL(extensionOrigin).hostname);
  } finally {
    await page.close();
  }
}
