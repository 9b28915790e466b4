import type { PageSelectors } from '../platform.ts';

/** No turn carries its id in the page (site.md, Page). */
export const selectors: PageSelectors = {
  composer: [
    '[data-testid="chat-input"][contenteditable="true"]',
    'div.ProseMirror[contenteditable="true"]',
  ],
  sendButton: ['button[aria-label="Send message"]', 'button[data-testid="send-button"]'],
  stopButton: ['button[aria-label="Stop response"]'],
  userTurn: ['[data-testid="user-message"]'],
  assistantTurn: ['.font-claude-response', '.font-claude-message'],
  turnIdAttribute: null,
  attachments: [],
  challenge: ['iframe[src^="https://challenges.cloudflare.com/"]', '#challenge-running'],
};
