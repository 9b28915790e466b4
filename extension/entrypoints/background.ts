import { defineBackground } from 'wxt/utils/define-background';

import { startBackground } from '../background/start-background.ts';

export default defineBackground(startBackground);
