import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { keepHeaders } from '../page/kept-headers.ts';
import { makeReplayer } from '../page/replay.ts';
import { startTap } from '../page/start-tap.ts';
import { tap } from '../platforms/claude/tap.ts';

export default defineContentScript({
  matches: ['https://claude.ai/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main() {
    const kept = keepHeaders();
    startTap(tap, { kept, makeReplayer: () => makeReplayer(kept) });
  },
}) satisfies ContentScriptDefinition;
