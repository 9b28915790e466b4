import type { PageSelectors } from '../platform.ts';

/** From site.md, Page. The button for sending becomes the one for stopping. */
export const selectors: PageSelectors = {
  composer: ['rich-textarea .ql-editor[contenteditable="true"]'],
  sendButton: [
    'button.send-button[aria-label="Send message"]:not(.stop)',
    '.send-button-container button.send-button:not(.stop)',
  ],
  stopButton: ['.send-button-container button.send-button.stop'],
  // Turns carry no ids, and labels mix into their text: they prove nothing.
  userTurn: [],
  assistantTurn: [],
  turnIdAttribute: null,
  attachments: [],
  challenge: [],
};
