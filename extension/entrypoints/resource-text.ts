import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

import { teachPage } from '../content-resource/teach-page.ts';
import { textPart } from '../content-resource/text-part.ts';

/** Brought beside `resource-page` once something is looked up in the frame. */
export default defineUnlistedScript(() => teachPage('text', textPart));
