import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/grok\.com\/rest\/app-chat\/conversations\/(new|[\w-]+\/responses)(\?|$)/,
  read: /$^/,
  sockets: /$^/,
};

/** The socket that sends and answers. Its address names the person, and is not told. */
export const sockets = /^wss:\/\/grok\.com\/ws\/mgw\/(\?|$)/;
