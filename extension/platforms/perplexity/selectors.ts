import { CLOUDFLARE_MARKS } from '../kit/cloudflare-marks.ts';
import type { PageSelectors } from '../platform.ts';

/** Turns carry no ids (site.md). */
export const selectors: PageSelectors = {
  composer: [
    '#ask-input[contenteditable="true"]',
    'div[role="textbox"][data-lexical-editor="true"]',
  ],
  sendButton: ['button[aria-label="Submit"]', 'button[data-testid="submit-button"]'],
  stopButton: ['button[data-testid="stop-generating-response-button"]'],
  userTurn: ['[class*="group/query"]'],
  assistantTurn: ['div[id^="markdown-content-"]'],
  turnIdAttribute: null,
  attachments: [],
  challenge: CLOUDFLARE_MARKS,
};
