import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { startTap } from '../page/start-tap.ts';

export default defineContentScript({
  matches: ['https://chatgpt.com/*', 'http://playground.localhost/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main: startTap,
}) satisfies ContentScriptDefinition;
