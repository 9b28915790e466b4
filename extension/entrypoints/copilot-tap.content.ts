import { defineContentScript } from 'wxt/utils/define-content-script';

import { keepHeaders } from '../page/kept-headers.ts';
import { startTap } from '../page/start-tap.ts';
import { tap } from '../platforms/copilot/tap.ts';

export default defineContentScript({
  main() {
    const kept = keepHeaders();
    startTap(tap, { kept, login: kept.login });
  },
});
