import type { OpenedBrowser } from './opened-browser.ts';

/** What Chromium's own page of extensions may call. */
interface DeveloperPrivate {
  updateExtensionConfiguration(update: {
    readonly extensionId: string;
    readonly pinnedToToolbar: boolean;
  }): Promise<void>;
}

/**
 * Puts the extension's icon into the toolbar, where a person sees it. Chromium hides it behind the puzzle piece otherwise;
 * Firefox shows it, as the manifest asks. A Chromium that lets nobody pin it keeps it there.
 */
export async function pinToToolbar({
  name,
  browser,
  extensionOrigin,
}: OpenedBrowser): Promise<void> {
  if (name !== 'chromium') return;
  const page = await browser.newPage();
  try {
    await page.goto('chrome://extensions');
    await page
      .evaluate(async (extensionId) => {
        const { chrome } = globalThis as unknown as {
          readonly chrome: { readonly developerPrivate: DeveloperPrivate };
        };
        await chrome.developerPrivate.updateExtensionConfiguration({
          extensionId,
          pinnedToToolbar: true,
        });
      }, new URL(extensionOrigin).hostname)
      .catch(() => undefined);
  } finally {
    await page.close();
  }
}
