import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { keepHeaders } from '../page/kept-headers.ts';
import { startTap } from '../page/start-tap.ts';
import { tap } from '../platforms/copilot/tap.ts';

export default defineContentScript({
  matches: ['https://copilot.microsoft.com/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main() {
    const kept = keepHeaders();
    startTap(tap, { kept, login: kept.login });
  },
}) satisfies ContentScriptDefinition;
