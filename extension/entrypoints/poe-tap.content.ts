import { defineContentScript } from 'wxt/utils/define-content-script';

import { startTap } from '../page/start-tap.ts';
import { tapFrames } from '../page/tap-frames.ts';
import { tap } from '../platforms/poe/tap.ts';

export default defineContentScript({
  main: () => startTap(tap, { tapFrames }),
});
