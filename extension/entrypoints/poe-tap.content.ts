import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startTap } from '../page/start-tap.ts';
import { tapFrames } from '../page/tap-frames.ts';
import { tap } from '../platforms/poe/tap.ts';

export default defineContentScript({
  matches: ['https://poe.com/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main: () => startTap(tap, { tapFrames }),
}) satisfies ContentScriptDefinition;
