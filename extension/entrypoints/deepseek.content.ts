import type { ContentScriptDefinition } from 'wxt';
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startContent } from '../content/start-content.ts';
import { deepseek } from '../platforms/deepseek/deepseek.ts';

export default defineContentScript({
  matches: ['https://chat.deepseek.com/*'],
  runAt: 'document_start',
  main: () => startContent(browser.runtime, [deepseek]),
}) satisfies ContentScriptDefinition;
