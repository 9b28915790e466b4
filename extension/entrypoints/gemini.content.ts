import type { ContentScriptDefinition } from 'wxt';
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startContent } from '../content/start-content.ts';
import { gemini } from '../platforms/gemini/gemini.ts';

export default defineContentScript({
  matches: ['https://gemini.google.com/*'],
  runAt: 'document_start',
  main: () => startContent(browser.runtime, [gemini]),
}) satisfies ContentScriptDefinition;
