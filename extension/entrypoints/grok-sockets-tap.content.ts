import { defineContentScript } from 'wxt/utils/define-content-script';

import { startSocketTap } from '../page/start-socket-tap.ts';
import { sockets } from '../platforms/grok/tap.ts';

export default defineContentScript({
  main: () => startSocketTap(sockets),
});
