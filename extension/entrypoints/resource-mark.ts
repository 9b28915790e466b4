import browser from 'webextension-polyfill';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

import { PageMark } from '../content-resource/page-mark.ts';
import { STOP_HERE } from '../messages/resource-messages.ts';

/** Brought into a page while a chat works in its tab; the first one there stays. */
export default defineUnlistedScript(() => {
  const scope = globalThis as { batonMark?: PageMark };
  scope.batonMark ??= new PageMark(() => {
    browser.runtime.sendMessage({ kind: STOP_HERE }).catch(() => undefined);
  });
});
