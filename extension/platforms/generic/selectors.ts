import type { PageSelectors } from '../platform.ts';

/** Composer and button are found by structure; turns by the attributes that chat pages share. */
export const selectors: PageSelectors = {
  composer: [],
  sendButton: [],
  userTurn: [
    '[data-message-author-role="user"][data-message-id]',
    '[data-role="user"][data-message-id]',
    '[data-author="user"][data-message-id]',
  ],
  assistantTurn: [
    '[data-message-author-role="assistant"][data-message-id]',
    '[data-role="assistant"][data-message-id]',
    '[data-author="assistant"][data-message-id]',
  ],
  turnIdAttribute: 'data-message-id',
  attachments: [],
  challenge: ['iframe[src^="https://challenges.cloudflare.com/"]', '#challenge-running'],
};
