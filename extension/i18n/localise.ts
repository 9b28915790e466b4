import { language, word, type WordKey } from './words.ts';

/** The attributes a page's markup may leave to the words, each named by a `data-word-<attribute>`. */
const ATTRIBUTES = ['aria-label', 'placeholder', 'title'] as const;

/**
 * Fills in the fixed phrases of an extension page: `data-word="key"` becomes the element's text, where `code` in
 * backticks becomes a code element, and `data-word-title="key"` and its like an attribute.
 */
export function localise(page: Document): void {
  page.documentElement.lang = language();
  for (const element of page.querySelectorAll<HTMLElement>('[data-word]')) {
    element.replaceChildren(...withCode(page, word(keyOf(element.dataset['word']))));
  }
  for (const attribute of ATTRIBUTES) {
    for (const element of page.querySelectorAll(`[data-word-${attribute}]`)) {
      const key = element.getAttribute(`data-word-${attribute}`);
      element.setAttribute(attribute, word(keyOf(key ?? undefined)));
    }
  }
}

/** Text nodes, and a code element for each part between backticks. */
export function withCode(page: Document, phrase: string): Node[] {
  return phrase
    .split('`')
    .map((part, index) => {
      if (index % 2 === 0) return page.createTextNode(part);
      const code = page.createElement('code');
      code.textContent = part;
      return code;
    })
    .filter((node) => node.textContent !== '');
}

/** Markup is not typed; a test finds keys that do not exist. */
function keyOf(written: string | undefined): WordKey {
  return written as WordKey;
}
