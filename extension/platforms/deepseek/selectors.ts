import type { PageSelectors } from '../platform.ts';

/** Class names are hashed, and labels follow the language: what is left is structure (site.md, Page). */
export const selectors: PageSelectors = {
  composer: ['textarea#chat-input', 'textarea'],
  sendButton: ['input[type="file"] + div[aria-disabled="false"]'],
  // The page keeps a window of turns, without ids: a turn that is not rendered may still be there.
  userTurn: [],
  assistantTurn: [],
  turnIdAttribute: null,
  attachments: [],
  challenge: ['iframe[src^="https://challenges.cloudflare.com/"]', '#challenge-running'],
};
