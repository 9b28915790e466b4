import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startContent } from '../content/start-content.ts';
import { qwen } from '../platforms/qwen/qwen.ts';

export default defineContentScript({
  main: () => startContent(browser.runtime, [qwen]),
});
