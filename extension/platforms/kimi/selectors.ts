import type { PageSelectors } from '../platform.ts';

/** From site.md, Page. */
export const selectors: PageSelectors = {
  composer: ['div.chat-input-editor[contenteditable="true"]'],
  // While a reply is written the same place holds the button that stops it; Enter does for sending, too.
  sendButton: ['.send-button-container:not(.stop):not(.disabled) .send-button:not(.disabled)'],
  stopButton: ['.send-button-container.stop .send-button'],
  // Turns carry no ids, and labels mix into their text: they prove nothing.
  userTurn: [],
  assistantTurn: [],
  turnIdAttribute: null,
  attachments: [],
  challenge: [],
};
