import { CLOUDFLARE_MARKS } from '../kit/cloudflare-marks.ts';
import type { PageSelectors } from '../platform.ts';

export const selectors: PageSelectors = {
  composer: ['textarea#userInput', 'textarea[data-testid="composer-input"]'],
  sendButton: ['button[data-testid="submit-button"]'],
  stopButton: ['button[data-testid="stop-button"]'],
  userTurn: ['[data-content="user-message"]'],
  assistantTurn: ['[data-content="ai-message"]'],
  turnIdAttribute: null,
  attachments: [],
  challenge: CLOUDFLARE_MARKS,
};
