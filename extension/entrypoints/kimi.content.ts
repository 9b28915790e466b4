import type { ContentScriptDefinition } from 'wxt';
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startContent } from '../content/start-content.ts';
import { kimi } from '../platforms/kimi/kimi.ts';

export default defineContentScript({
  matches: ['https://www.kimi.com/*', 'https://kimi.com/*'],
  runAt: 'document_start',
  main: () => startContent(browser.runtime, [kimi]),
}) satisfies ContentScriptDefinition;
