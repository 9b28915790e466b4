import type { ContentScriptDefinition } from 'wxt';
import { defineContentScript } from 'wxt/utils/define-content-script';

import { startTap } from '../page/start-tap.ts';
import { storedLogin } from '../page/stored-login.ts';
import { tap } from '../platforms/deepseek/tap.ts';

export default defineContentScript({
  matches: ['https://chat.deepseek.com/*'],
  runAt: 'document_start',
  world: 'MAIN',
  main: () => startTap(tap, { login: storedLogin('userToken') }),
}) satisfies ContentScriptDefinition;
