import type { PageSelectors } from '../platform.ts';

/** Two layouts are live since 2026-09-25 (site.md, Page); the older one's selectors come first. */
export const selectors: PageSelectors = {
  composer: [
    'form[data-chatgpt-composer] [contenteditable="true"][role="textbox"]',
    '#prompt-textarea[contenteditable="true"]',
    'textarea#prompt-textarea',
    '.ProseMirror[contenteditable="true"]',
    '#mobile-composer-prompt',
  ],
  sendButton: [
    'button[data-testid="send-button"]',
    'button#composer-submit-button:not([data-testid="stop-button"])',
    'button[data-composer-submit]',
    'button[aria-label="Send prompt"]',
    'form[data-chatgpt-composer] button.bg-composer-primary',
  ],
  stopButton: ['button[data-testid="stop-button"]', 'button[data-testid="composer-stop-button"]'],
  userTurn: ['[data-message-author-role="user"][data-message-id]'],
  assistantTurn: ['[data-message-author-role="assistant"][data-message-id]'],
  turnIdAttribute: 'data-message-id',
  attachments: [
    'form[data-chatgpt-composer] button[aria-label^="Remove"]',
    'form button[aria-label^="Remove file"]',
  ],
  challenge: [
    'iframe[src^="https://challenges.cloudflare.com/"]',
    '#challenge-running',
    '#challenge-stage',
  ],
};
