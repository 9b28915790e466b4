import type { PageSelectors } from '../platform.ts';

/** Since 2026-05 the page has no data-testid attributes any more (site.md). */
export const selectors: PageSelectors = {
  composer: ['textarea.semi-input-textarea', 'textarea[placeholder="发消息..."]'],
  sendButton: [
    '#flow-end-msg-send[data-dbx-name="button"][aria-disabled="false"]',
    '.send-btn-wrapper > button#flow-end-msg-send',
    '.send-btn-wrapper > button[data-disabled="false"]',
  ],
  userTurn: ['.bg-g-send-msg-bubble-bg'],
  assistantTurn: ['.flow-markdown-body'],
  turnIdAttribute: null,
  attachments: [],
  challenge: [],
};
