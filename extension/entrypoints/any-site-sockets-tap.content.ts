import { defineContentScript } from 'wxt/utils/define-content-script';

import { startSocketTap } from '../page/start-socket-tap.ts';
import { socketsOfAnySite } from '../platforms/tap.ts';

export default defineContentScript({
  main: () => startSocketTap(socketsOfAnySite(location)),
});
