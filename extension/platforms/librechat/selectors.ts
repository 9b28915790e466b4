import type { PageSelectors } from '../platform.ts';

/** Source: site.md, Page. */
export const selectors: PageSelectors = {
  composer: ['textarea#prompt-textarea', 'textarea[data-testid="text-input"]'],
  sendButton: ['#send-button', 'button[data-testid="send-button"]'],
  stopButton: ['button[aria-label="Stop generating"]'],
  userTurn: ['.message-render:has(.user-turn)'],
  assistantTurn: ['.message-render:has(.agent-turn)'],
  turnIdAttribute: 'id',
  // The label is translated: other languages than English are not seen.
  attachments: ['form:has(#prompt-textarea) button[aria-label="Remove file" i]'],
  challenge: [],
};
