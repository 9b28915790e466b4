import type { TapRules } from '../tap.ts';

export const tap: TapRules = {
  send: /^POST https:\/\/(www\.)?kimi\.com\/apiv2\/kimi\.gateway\.chat\.v1\.ChatService\/Chat(\?|$)/,
  read: /$^/,
  sockets: /$^/,
};
