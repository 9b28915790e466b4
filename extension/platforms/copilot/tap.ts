import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /$^/,
  // Not the pages after the first: they are older, and read alone would pass for the whole.
  read: /^GET https:\/\/copilot\.microsoft\.com\/c\/api\/conversations\/[\w-]+\/history(\?(?!.*cursor=)|$)/,
  sockets: /$^/,
};

/** The socket that sends and answers. Its address holds a login, and is not told. */
export const sockets = /^wss:\/\/copilot\.microsoft\.com\/c\/api\/chat(\?|$)/;
