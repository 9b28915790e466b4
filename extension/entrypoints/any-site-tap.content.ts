import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { pageLogin } from '../page/page-login.ts';
import { makeReplayer } from '../page/replay.ts';
import { startTap } from '../page/start-tap.ts';
import { tapOfAnySite } from '../platforms/tap.ts';

export default defineContentScript({
  matches: ['http://playground.localhost/*', 'https://huggingface.co/chat/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main: () => startTap(tapOfAnySite(location), { makeReplayer, login: pageLogin }),
}) satisfies ContentScriptDefinition;
