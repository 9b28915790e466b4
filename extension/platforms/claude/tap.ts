import type { TapRules } from '../tap.ts';

const CONVERSATION = 'https://claude\\.ai/api/organizations/[^/]+/chat_conversations/[\\w-]+';

export const tap: TapRules = {
  send: new RegExp(`^POST ${CONVERSATION}/(retry_)?completion(\\?|$)`),
  read: new RegExp(`^GET ${CONVERSATION}\\?`),
  sockets: /$^/,
};
