import type { ContentScriptDefinition } from 'wxt';
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startContent } from '../content/start-content.ts';
import { qwen } from '../platforms/qwen/qwen.ts';

export default defineContentScript({
  matches: ['https://chat.qwen.ai/*'],
  runAt: 'document_start',
  main: () => startContent(browser.runtime, [qwen]),
}) satisfies ContentScriptDefinition;
