import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/chatgpt\.com\/backend-(api|anon)\/(f\/)?conversation(\/resume)?(\?|$)/,
  read: /$^/,
  frames: /^wss:\/\/([\w-]+\.)?chatgpt\.com\//,
};
