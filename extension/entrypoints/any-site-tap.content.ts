import { defineContentScript } from 'wxt/utils/define-content-script';

import { askedElsewhere } from '../page/asked-elsewhere.ts';
import { keepHeaders } from '../page/kept-headers.ts';
import { makeReplayer } from '../page/replay.ts';
import { startTap } from '../page/start-tap.ts';
import { tapOfAnySite } from '../platforms/tap.ts';

export default defineContentScript({
  main() {
    const kept = keepHeaders();
    const { login } = kept;
    startTap(tapOfAnySite(location), {
      kept,
      login,
      makeReplayer: () => makeReplayer(kept),
      askedElsewhere,
    });
  },
});
