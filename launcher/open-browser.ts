import type { BrowserName } from './find-browser.ts';
import { openChromium } from './open-chromium.ts';
import { openFirefox } from './open-firefox.ts';
import type { OpenBrowserOptions, OpenedBrowser } from './opened-browser.ts';

export function openBrowser(
  name: BrowserName,
  options: OpenBrowserOptions,
): Promise<OpenedBrowser> {
  switch (name) {
    case 'chromium':
      return openChromium(options);
    case 'firefox':
      return openFirefox(options);
  }
}
