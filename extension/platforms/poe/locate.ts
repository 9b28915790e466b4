import type { PageLocation } from '../platform.ts';

const CONVERSATION = /^\/chat\/([a-z0-9]{4,64})\/?$/i;
/** The start page, or a bot's: `/<handle>`. */
const NEW_CHAT = /^\/(?:[\w.-]+\/?)?$/;
const CODE = /^[a-z0-9]{4,64}$/i;

export function locate(page: URL): PageLocation {
  const code = CONVERSATION.exec(page.pathname)?.[1] ?? null;
  return {
    remoteConversationId: code,
    provisionalId: null,
    excluded: code === null && !NEW_CHAT.test(page.pathname),
  };
}

export function conversationUrl(remoteConversationId: string, origin: string): string | null {
  return CODE.test(remoteConversationId) ? `${origin}/chat/${remoteConversationId}` : null;
}
