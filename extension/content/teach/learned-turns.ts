import { shadowRootOf } from '../compose/shadow-roots.ts';
import { queryDeep } from '../compose/query-deep.ts';
import { holdsLetters, isShownAlone, isShownAs } from '../same-message.ts';

/** Where a page shows what was said and what was answered, as selectors that find every turn of either. */
export interface LearnedTurns {
  readonly userTurn: string;
  readonly assistantTurn: string;
}

/** Attributes that tell whose a turn is; others count, or name one turn alone. */
const WHOSE =
  /^(?:role|align|dir|data-[\w-]*(?:role|author|sender|from|type|side|user|bot)[\w-]*)$/;
const MAX_VALUE_LENGTH = 40;
const MAX_SELECTOR_LENGTH = 2_000;
const NO_TURN = 'script, style, template, nav, textarea, input, select, [contenteditable]';

/**
 * Looks where the page shows an exchange whose texts are known. Null where it does not, or where nothing in the page
 * tells the two turns apart: a reply must not be taken for a message, nor a part of it for the whole.
 */
export function learnTurns(said: string, replied: string): LearnedTurns | null {
  for (const root of roots()) {
    const answer = smallestIn(root, replied, isShownAs);
    const turns = answer === null ? null : describePair(said, answer);
    if (turns !== null) return turns;
  }
  return null;
}

/**
 * Does the page show a message, and after it the answer, as turns of the conversation that a person sees? A list of
 * conversations may say as much of one that was left, and a page may keep that one hidden.
 */
export function showsExchange(said: string, replied: string): boolean {
  return roots().some((root) => {
    const answer = smallestIn(root, replied, isShownAs);
    const question = answer && lastBefore(answer, said)?.element;
    return [answer, question].every((turn) => turn && turn.checkVisibility() && !isToPress(turn));
  });
}

/** Does it lead somewhere? */
function isToPress(element: Element): boolean {
  const isLink = element.closest('nav, aside, a, button') !== null;
  return isLink || getComputedStyle(element).cursor === 'pointer';
}

function roots(): readonly ParentNode[] {
  const shadows = [...document.querySelectorAll('*')].flatMap(
    (element) => shadowRootOf(element) ?? [],
  );
  return [document.body, ...shadows];
}

type Shows = (shown: string, text: string) => boolean;

/** The last and smallest element in another that shows a text. */
function smallestIn(root: ParentNode, text: string, shows: Shows): Element | null {
  for (const child of [...root.children].toReversed()) {
    const found = smallest(child, text, shows);
    if (found !== null) return found;
  }
  return null;
}

function smallest(element: Element, text: string, shows: Shows): Element | null {
  if (element.matches(NO_TURN) || !holdsLetters(element.textContent, text)) return null;
  const inner = smallestIn(element, text, shows);
  return inner ?? (shows(element.textContent, text) ? element : null);
}

function describePair(said: string, answer: Element): LearnedTurns | null {
  const question = lastBefore(answer, said);
  if (question === null) return null;
  const { element, within } = question;
  const user = widened(element, within);
  const assistant = widened(answer, within);
  const turns = { userTurn: pathTo(user, within), assistantTurn: pathTo(assistant, within) };
  const users = queryDeep(turns.userTurn);
  const assistants = queryDeep(turns.assistantTurn);
  const isMixed = users.some((one) =>
    assistants.some((other) => one.contains(other) || other.contains(one)),
  );
  const isShort = Object.values(turns).every(({ length }) => length <= MAX_SELECTOR_LENGTH);
  return isShort && !isMixed ? turns : null;
}

/** The nearest element before this one that shows a text, and what holds the two. */
function lastBefore(
  element: Element,
  text: string,
): { readonly element: Element; readonly within: Element | null } | null {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    let sibling = at.previousElementSibling;
    for (; sibling !== null; sibling = sibling.previousElementSibling) {
      const found = smallest(sibling, text, isShownAlone);
      if (found !== null) return { element: found, within: at.parentElement };
    }
  }
  return null;
}

/** The whole of a turn, not its one paragraph: the largest element that says no more. */
function widened(element: Element, within: Element | null): Element {
  const { parentElement: parent } = element;
  if (
    parent === null ||
    parent === within ||
    !isShownAlone(parent.textContent, element.textContent)
  )
    return element;
  return widened(parent, within);
}

function pathTo(element: Element, from: Element | null): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null && at !== from; at = at.parentElement) {
    steps.unshift(stepOf(at));
  }
  return steps.join(' > ');
}

function stepOf(element: Element): string {
  const classes = [...element.classList].map((name) => `.${CSS.escape(name)}`);
  const whose = [...element.attributes].flatMap(({ name, value }) =>
    WHOSE.test(name) && value.length <= MAX_VALUE_LENGTH && !/\d/.test(value)
      ? [`[${name}=${JSON.stringify(value)}]`]
      : [],
  );
  return [CSS.escape(element.localName), ...classes, ...whose].join('');
}
