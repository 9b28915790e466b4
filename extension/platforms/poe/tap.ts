import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/poe\.com\/api\/gql_POST(\?|$)/,
  read: /$^/,
  sockets: /^wss:\/\/tch\d+\.tch\.(quora|poe)\.com\/up\//, // guard: own-frames
};
