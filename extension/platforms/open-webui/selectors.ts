import type { PageSelectors } from '../platform.ts';

/** Source: site.md, Page. The turn's id stands in `id` behind `message-`. */
export const selectors: PageSelectors = {
  composer: [
    '#chat-input[contenteditable="true"]',
    '#chat-input [contenteditable="true"]',
    'textarea#chat-input',
  ],
  sendButton: ['#send-message-button'],
  userTurn: ['.user-message[id^="message-"]'],
  assistantTurn: ['[id^="message-"]:not(.user-message):has(#response-content-container)'],
  // `id` would give `message-<id>`, which no history knows.
  turnIdAttribute: null,
  // The label is translated: other languages than English are not seen.
  attachments: ['form:has(#chat-input) button[aria-label="Remove file" i]'],
  challenge: [],
};
