import type { PageSelectors } from '../platform.ts';

/**
 * Source: site.md, Page. Class names end with a hash that changes; turns have no ids. Beside a message's body
 * stand its date and its buttons.
 */
export const selectors: PageSelectors = {
  composer: ['textarea#chat-input'],
  sendButton: ['[class*="chat_chat-input-send__"]', '[class*="chat-input-send"]'],
  userTurn: ['[class*="chat_chat-message-user__"] .markdown-body'],
  assistantTurn: ['[class*="chat_chat-message__"] .markdown-body'],
  turnIdAttribute: null,
  attachments: ['[class*="chat_attach-image__"]'],
  challenge: [],
};
