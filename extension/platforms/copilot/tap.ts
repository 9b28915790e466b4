import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /$^/,
  // Not the pages after the first: they are older, and read alone would pass for the whole.
  read: /^GET https:\/\/copilot\.microsoft\.com\/c\/api\/conversations\/[\w-]+\/history(\?(?!.*cursor=)|$)/,
  frames: /$^/,
};
