import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/chat\.mistral\.ai\/api\/(chat|trpc\/message\.newChat)(\?|$)/,
  read: /$^/,
  sockets: /$^/,
};
