import type { PageSelectors } from '../platform.ts';

export const selectors: PageSelectors = {
  composer: ['.query-bar .tiptap.ProseMirror[contenteditable="true"]', '.query-bar textarea'],
  sendButton: ['button[aria-label="Submit"][type="submit"]'],
  stopButton: ['button[aria-label="Stop model response"]'],
  userTurn: ['.message-bubble.rounded-br-lg'],
  assistantTurn: ['.message-bubble:not(.rounded-br-lg)'],
  turnIdAttribute: null,
  attachments: [],
  challenge: ['iframe[src^="https://challenges.cloudflare.com/"]', '#challenge-running'],
};
