import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/gemini\.google\.com\/(u\/\d+\/)?_\/BardChatUi\/data\/[\w.]+\/StreamGenerate\?/,
  read: /$^/,
  sockets: /$^/,
};
