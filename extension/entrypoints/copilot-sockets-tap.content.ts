import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startSocketTap } from '../page/start-socket-tap.ts';
import { sockets } from '../platforms/copilot/tap.ts';

export default defineContentScript({
  matches: ['https://copilot.microsoft.com/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main: () => startSocketTap(sockets),
}) satisfies ContentScriptDefinition;
