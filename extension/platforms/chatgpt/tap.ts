import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/chatgpt\.com\/backend-(api|anon)\/(f\/)?conversation(\/resume)?(\?|$)/,
  read: /$^/,
  sockets: /^wss:\/\/([\w-]+\.)?chatgpt\.com\//,
};
