import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/www\.doubao\.com\/chat\/completion(\?|$)/,
  read: /$^/,
  sockets: /$^/,
};
