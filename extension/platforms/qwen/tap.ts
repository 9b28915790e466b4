import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/chat\.qwen\.ai\/api\/v2\/chat\/completions(\?|$)/,
  read: /^GET https:\/\/chat\.qwen\.ai\/api\/v2\/chats\/[\w-]+(\?|$)/,
  sockets: /$^/,
};
