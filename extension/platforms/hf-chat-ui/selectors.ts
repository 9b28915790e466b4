import type { PageSelectors } from '../platform.ts';

/** Source: site.md, Page. */
export const selectors: PageSelectors = {
  composer: ['form textarea'],
  sendButton: ['button[type="submit"][aria-label="Send message"]'],
  stopButton: ['button.stop-generating-btn'],
  userTurn: ['[data-message-id][data-message-type="user"]'],
  assistantTurn: ['[data-message-id][data-message-role="assistant"]'],
  turnIdAttribute: 'data-message-id',
  attachments: [],
  challenge: [],
};
