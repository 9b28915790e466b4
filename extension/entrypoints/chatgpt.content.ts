import type { ContentScriptDefinition } from 'wxt';
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startContent } from '../content/start-content.ts';
import { chatgpt } from '../platforms/chatgpt/chatgpt.ts';

export default defineContentScript({
  matches: ['https://chatgpt.com/*'],
  runAt: 'document_start',
  main: () => startContent(browser.runtime, [chatgpt]),
}) satisfies ContentScriptDefinition;
