import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/grok\.com\/rest\/app-chat\/conversations\/(new|[\w-]+\/responses)(\?|$)/,
  read: /$^/,
  frames: /$^/,
};
