import { defineContentScript } from 'wxt/utils/define-content-script';

import { startTap } from '../page/start-tap.ts';
import { storedLogin } from '../page/stored-login.ts';
import { tap } from '../platforms/deepseek/tap.ts';

export default defineContentScript({
  main: () => startTap(tap, { login: storedLogin('userToken') }),
});
