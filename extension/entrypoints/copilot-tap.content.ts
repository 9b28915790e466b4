import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { pageLogin } from '../page/page-login.ts';
import { startTap } from '../page/start-tap.ts';
import { tap } from '../platforms/copilot/tap.ts';

export default defineContentScript({
  matches: ['https://copilot.microsoft.com/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main: () => startTap(tap, { login: pageLogin }),
}) satisfies ContentScriptDefinition;
