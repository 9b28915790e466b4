import type { PageSelectors } from '../platform.ts';

export const selectors: PageSelectors = {
  // Nothing matches: the page sends over a WebSocket, where a message can be neither held nor confirmed, and
  // one that left unseen would be sent again. The composer is `.tiptap.ProseMirror` (grok.md, DOM).
  composer: [':not(*)'],
  sendButton: ['button[aria-label="Submit"][type="submit"]'],
  userTurn: [],
  assistantTurn: [],
  turnIdAttribute: null,
  attachments: [],
  challenge: ['iframe[src^="https://challenges.cloudflare.com/"]', '#challenge-running'],
};
