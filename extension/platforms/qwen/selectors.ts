import type { PageSelectors } from '../platform.ts';

/** From site.md, Page (2026-08-21). */
export const selectors: PageSelectors = {
  composer: ['textarea.message-input-textarea'],
  sendButton: [
    '.chat-prompt-send-button .send-button:not(.disabled)',
    'button.send-button[aria-label]:not(.disabled)',
  ],
  // Whether turns carry their ids is not sure, and labels mix into their text: they prove nothing.
  userTurn: [],
  assistantTurn: [],
  turnIdAttribute: null,
  attachments: [],
  challenge: [],
};
