import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startTap } from '../page/start-tap.ts';
import { tap } from '../platforms/qwen/tap.ts';

export default defineContentScript({
  matches: ['https://chat.qwen.ai/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main: () => startTap(tap),
}) satisfies ContentScriptDefinition;
