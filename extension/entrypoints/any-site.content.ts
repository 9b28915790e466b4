import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { anySiteParts } from '../content/any-site-parts.ts';
import { startContent } from '../content/start-content.ts';
import { ANY_SITE } from '../platforms/any-site.ts';

/** Software that anyone can host, and pages nobody wrote an adapter for. */
export default defineContentScript({
  main: () => startContent(browser.runtime, ANY_SITE, anySiteParts(browser.storage.local)),
});
