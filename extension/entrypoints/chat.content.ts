import type { ContentScriptDefinition } from 'wxt';
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { startContent } from '../content/start-content.ts';

export default defineContentScript({
  matches: ['https://chatgpt.com/*', 'http://playground.localhost/*'],
  runAt: 'document_start',
  main: () => startContent(browser.runtime),
}) satisfies ContentScriptDefinition;
