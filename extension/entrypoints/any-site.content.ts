import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { anySite } from '../content/any-site.ts';
import { startContent } from '../content/start-content.ts';
import { ANY_SITE } from '../platforms/any-site.ts';

/** Software that anyone can host, and pages nobody wrote an adapter for. */
export default defineContentScript({
  main: () => startContent(browser.runtime, ANY_SITE, anySite(browser.storage.local)),
});
