import browser from 'webextension-polyfill';

import type { Introduction } from '../ports.ts';

/** How this browser introduces itself to the conductor. Only Firefox tells by API; the others are Chromium. */
export async function introduceBrowser(): Promise<Introduction> {
  const extension_version = browser.runtime.getManifest().version;
  // The polyfill types it as always there; Chromium has none.
  if (typeof browser.runtime.getBrowserInfo === 'function') {
    const { name, version } = await browser.runtime.getBrowserInfo();
    return { browser: { name: name.toLowerCase(), version }, extension_version };
  }
  const version = /Chrom(?:e|ium)\/([\d.]+)/.exec(navigator.userAgent)?.[1] ?? 'unknown';
  return { browser: { name: 'chromium', version }, extension_version };
}
