import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { keepHeaders } from '../page/kept-headers.ts';
import { makeReplayer } from '../page/replay.ts';
import { startTap } from '../page/start-tap.ts';
import { tapOfAnySite } from '../platforms/tap.ts';

export default defineContentScript({
  matches: ['http://playground.localhost/*', 'https://huggingface.co/chat/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main() {
    const kept = keepHeaders();
    const { login } = kept;
    startTap(tapOfAnySite(location), { kept, login, makeReplayer: () => makeReplayer(kept) });
  },
}) satisfies ContentScriptDefinition;
