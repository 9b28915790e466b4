import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

import { startDialogShim } from '../page/dialog-shim.ts';

/** Brought into the page's own realm in tabs that Baton opened, as early as the browser lets it. */
export default defineUnlistedScript(() => startDialogShim(window));
