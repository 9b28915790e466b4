import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

import { PageMark } from '../content-resource/page-mark.ts';
import { STOP_HERE } from '../messages/resource-messages.ts';

/** Brought into a page while a chat works in its tab; the first one there stays. */
export default defineUnlistedScript(() => {
  const scope = globalThis as {
    batonMark?: PageMark;
    chrome?: { readonly runtime: { readonly sendMessage: (message: object) => unknown } };
  };
  scope.batonMark ??= new PageMark(() => {
    const told = Promise.resolve(scope.chrome?.runtime.sendMessage({ kind: STOP_HERE }));
    // The extension was reloaded meanwhile: nobody works here.
    told.catch(() => undefined);
  });
});
