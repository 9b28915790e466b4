import { defineContentScript } from 'wxt/utils/define-content-script';

import { startTap } from '../page/start-tap.ts';
import { tap } from '../platforms/kimi/tap.ts';

export default defineContentScript({
  main: () => startTap(tap),
});
