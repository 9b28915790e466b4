import { containsMessage } from '../same-message.ts';

/** Elements that text is made of, inside a turn. */
const FRAGMENT =
  'a, abbr, b, cite, code, del, em, i, kbd, mark, q, s, small, span, strong, sub, sup, u, p, pre, ul, ol, dt, dd, dl, table, thead, tbody, tr, td, th, hr, h1, h2, h3, h4, h5, h6, figure, details';
/** Elements that hold all turns of a talk. */
const TALK = 'body, main, [role="main"], [role="log"], [aria-live]';
const FIELD = 'textarea, [contenteditable], [role="textbox"]';

/**
 * The whole turn that an element is a part of: of a reply, a person may point at one paragraph. It ends where more
 * stands than the turn: something that a person said, or the place to write.
 */
export function wholeTurn(element: Element, said: readonly string[]): Element {
  const { parentElement: parent } = element;
  if (parent === null || parent.matches(TALK) || !isPart(element)) return element;
  const holdsMore = parent.querySelector(FIELD) !== null;
  const holdsOther = said.some((text) => containsMessage(parent.textContent, text));
  return holdsMore || holdsOther ? element : wholeTurn(parent, said);
}

/** An entry of a list is one of a text only where the list stands between other parts of it. */
function isPart(element: Element): boolean {
  if (!element.matches('li')) return element.matches(FRAGMENT);
  const list = element.parentElement;
  return [...(list?.parentElement?.children ?? [])].some(
    (other) => other !== list && other.matches('p, pre, ul, ol, table, h1, h2, h3, h4, h5, h6'),
  );
}
