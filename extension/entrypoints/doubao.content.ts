import type { ContentScriptDefinition } from 'wxt';
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startContent } from '../content/start-content.ts';
import { doubao } from '../platforms/doubao/doubao.ts';

export default defineContentScript({
  matches: ['https://www.doubao.com/*'],
  runAt: 'document_start',
  main: () => startContent(browser.runtime, [doubao]),
}) satisfies ContentScriptDefinition;
