import { CLOUDFLARE_MARKS } from '../kit/cloudflare-marks.ts';
import type { PageSelectors } from '../platform.ts';

/** Class names end in a hash that changes; ids are `message-<id>`, not an attribute of their own (site.md). */
export const selectors: PageSelectors = {
  composer: ['textarea[class*="GrowingTextArea_textArea"]'],
  sendButton: ['button[aria-label="Send message"]'],
  userTurn: ['[class*="rightSideMessageBubble"]'],
  assistantTurn: ['[class*="leftSideMessageBubble"]'],
  turnIdAttribute: null,
  attachments: [],
  challenge: CLOUDFLARE_MARKS,
};
