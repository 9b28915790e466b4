import type { ConductorAdmin } from './conductor-admin.ts';
import type { BrowserName } from './find-browser.ts';
import { openBrowser } from './open-browser.ts';
import type { OpenBrowserOptions, OpenedBrowser } from './opened-browser.ts';
import { pairBrowser, reconnects, wasPaired } from './pair-browser.ts';

/**
 * Opens the browser, and pairs it with the conductor unless it already is; says which it was. `opening` hears of each
 * browser that is opened on the way, so that none outlives a start that fails or is stopped.
 */
export async function openPairedBrowser(
  name: BrowserName,
  options: OpenBrowserOptions,
  admin: ConductorAdmin,
  opening: (opened: OpenedBrowser) => void,
): Promise<{ readonly opened: OpenedBrowser; readonly paired: 'already' | 'now' }> {
  if (await wasPaired(name, admin)) {
    const opened = await openBrowser(name, options);
    opening(opened);
    if (await reconnects(name, admin)) return { opened, paired: 'already' };
    // Unpaired by hand, or paired with another conductor meanwhile.
    await opened.close();
  }
  const opened = await openBrowser(name, { ...options, drivesExtension: true });
  opening(opened);
  await pairBrowser(opened, admin);
  return { opened, paired: 'now' };
}
