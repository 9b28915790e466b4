import type { TapRules } from '../tap.ts';

const CHAT = 'https://chat\\.deepseek\\.com/api/v0/chat/';

export const tap: TapRules = {
  send: new RegExp(
    `^POST ${CHAT}(completion|edit_message|regenerate|continue|resume_stream)(\\?|$)`,
  ),
  read: new RegExp(`^GET ${CHAT}history_messages\\?`),
  sockets: /$^/,
};
