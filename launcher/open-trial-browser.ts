import type { ConductorAdmin } from './conductor-admin.ts';
import type { BrowserName } from './find-browser.ts';
import { openBrowser } from './open-browser.ts';
import type { OpenBrowserOptions, RunningBrowser } from './opened-browser.ts';
import { pairBrowser } from './pair-browser.ts';

/** A pace at which a person types. */
const KEY_DELAY_MS = 25;

/** Types into the composer of the page that is shown, and sends. */
type Typing = (text: string) => Promise<void>;

/** Opens a browser for one trial run: driven, so that the first message comes from a hand, and paired for this run. */
export async function openTrialBrowser(
  name: BrowserName,
  options: OpenBrowserOptions,
  url: string,
  admin: ConductorAdmin,
  opening: (opened: RunningBrowser) => void,
): Promise<{
  readonly opened: RunningBrowser;
  readonly type: Typing;
  /** Opens one more page. */
  readonly show: (url: string) => Promise<unknown>;
}> {
  const opened = await openBrowser(name, { ...options, drivesExtension: true });
  opening(opened);
  await pairBrowser(opened, admin);
  const [page = await opened.browser.newPage()] = await opened.browser.pages();
  await page.bringToFront();
  await page.goto(url, { waitUntil: 'load' });
  return {
    opened,
    show: async (shown) => {
      const another = await opened.browser.newPage();
      return another.goto(shown, { waitUntil: 'load' });
    },
    type: async (text) => {
      await page.click('textarea');
      await page.keyboard.type(text, { delay: KEY_DELAY_MS });
      await page.keyboard.press('Enter');
    },
  };
}
