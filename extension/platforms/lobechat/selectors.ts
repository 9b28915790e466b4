import type { PageSelectors } from '../platform.ts';

/** Source: site.md, Page. Nothing stable marks a turn, so none is taken from the page. */
export const selectors: PageSelectors = {
  composer: ['[data-lexical-editor="true"][contenteditable="true"]'],
  sendButton: [],
  userTurn: [],
  assistantTurn: [],
  turnIdAttribute: null,
  attachments: [],
  challenge: [],
};
