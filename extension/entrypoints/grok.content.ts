import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { connectBothTaps } from '../content/connect-tap.ts';
import { startContent } from '../content/start-content.ts';
import { grok } from '../platforms/grok/grok.ts';

export default defineContentScript({
  main: () => startContent(browser.runtime, [grok], { connect: connectBothTaps }),
});
