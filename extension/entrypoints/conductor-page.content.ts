import { defineContentScript } from 'wxt/utils/define-content-script';

import { startPairingPage } from '../content-conductor/start-pairing-page.ts';

export default defineContentScript({
  matches: ['http://127.0.0.1/*'],
  runAt: 'document_idle',
  main: startPairingPage,
});
