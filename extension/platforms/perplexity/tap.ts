import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/www\.perplexity\.ai\/rest\/sse\/perplexity_ask(\?|$)/,
  read: /$^/,
  sockets: /$^/,
};
