import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

import { beginInPage } from '../content-resource/begin-in-page.ts';

/** Brought into a frame of a tab that a call works in; the first one there stays. */
export default defineUnlistedScript(() => beginInPage());
