import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startContent } from '../content/start-content.ts';
import { gemini } from '../platforms/gemini/gemini.ts';

export default defineContentScript({
  main: () => startContent(browser.runtime, [gemini]),
});
