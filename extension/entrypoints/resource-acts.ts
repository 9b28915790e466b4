import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

import { actsPart } from '../content-resource/acts-part.ts';
import { teachPage } from '../content-resource/teach-page.ts';

/** Brought beside `resource-page` once something is to be done in the frame. */
export default defineUnlistedScript(() => teachPage('acts', actsPart));
