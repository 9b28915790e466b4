import { defineContentScript } from 'wxt/utils/define-content-script';

import { bearerLogin } from '../page/bearer-login.ts';
import { startTap } from '../page/start-tap.ts';
import { tapFrames } from '../page/tap-frames.ts';
import { tap } from '../platforms/chatgpt/tap.ts';

export default defineContentScript({
  main: () => startTap(tap, { tapFrames, login: bearerLogin('/api/auth/session', 'accessToken') }),
});
