import { CLOUDFLARE_MARKS } from '../kit/cloudflare-marks.ts';
import type { PageSelectors } from '../platform.ts';

export const selectors: PageSelectors = {
  composer: ['div.ProseMirror[contenteditable="true"]'],
  sendButton: [
    // The square is what the same button shows while it stops an answer.
    'form button[type="submit"]:not(:has(rect[rx="2"]))',
    'button[aria-label="Send question"]',
  ],
  stopButton: ['form button:has(rect[rx="2"])'],
  userTurn: ['div[data-message-author-role="user"]'],
  assistantTurn: ['div[data-message-author-role="assistant"]'],
  turnIdAttribute: 'data-message-id',
  attachments: [],
  challenge: CLOUDFLARE_MARKS,
};
