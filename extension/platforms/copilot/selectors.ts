import { CLOUDFLARE_MARKS } from '../cloudflare-marks.ts';
import type { PageSelectors } from '../platform.ts';

export const selectors: PageSelectors = {
  // Matches nothing: what leaves over the socket is not seen, so a text put in here might be sent unnoticed
  // and reported as not sent.
  composer: [':not(*)'],
  sendButton: [':not(*)'],
  userTurn: ['[data-content="user-message"]'],
  assistantTurn: ['[data-content="ai-message"]'],
  turnIdAttribute: null,
  attachments: [],
  challenge: CLOUDFLARE_MARKS,
};
