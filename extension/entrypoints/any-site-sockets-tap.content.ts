import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startSocketTap } from '../page/start-socket-tap.ts';
import { socketsOfAnySite } from '../platforms/tap.ts';

export default defineContentScript({
  matches: ['http://playground.localhost/*', 'https://huggingface.co/chat/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main: () => startSocketTap(socketsOfAnySite(location)),
}) satisfies ContentScriptDefinition;
