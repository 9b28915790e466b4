import { hasAmount } from '../../shared/lib/has-amount.ts';
import { PRESS_WORDS, type PressWord } from '../../shared/lib/page-line.ts';
import {
  allIn,
  attr,
  closest,
  drawnChildren,
  drawnIn,
  getterOf,
  isElement,
  isText,
  matches,
  rectOf,
  rootOf,
  type ShadowRootOf,
  tagOf,
} from './dom.ts';
import { isTextField, TEXT_FIELDS, valueOfField } from './field-facts.ts';
import { isNeverText } from './hidden.ts';
import { leads } from './leads.ts';
import { DOES } from './role.ts';

const SUBMITS =
  'button:not([type="button" i]):not([type="reset" i]),input[type="submit" i],input[type="image" i]';
const FORM = 'form,[role~="form" i]';
const SEARCH = 'search,[role~="search" i]';
const SEARCHBOX = 'input[type="search" i],[role~="searchbox" i]';
/** Selector of one item among several: the content of another item is not near. */
const CARD = 'tr,li,article,[role~="row" i],[role~="listitem" i],[role~="article" i]';
const WHOLE = `${FORM},dialog,[role~="dialog" i],[role~="alertdialog" i]`;
const PAGE = /^(?:HTML|BODY|MAIN)$/;

const NEAR_LEVELS = 3;
const MAX_NODES = 2_000;

const formOfButton = getterOf(HTMLButtonElement.prototype, 'form');
const formOfInput = getterOf(HTMLInputElement.prototype, 'form');
const formOfTextArea = getterOf(HTMLTextAreaElement.prototype, 'form');
const labelled = getterOf(HTMLLabelElement.prototype, 'control');

/** Whether a press sends a form that is no search, and whether money stands beside it, as of one look at the page. */
export class PressFacts {
  readonly #shadowRootOf: ShadowRootOf;
  readonly #amounts = new Map<Element, boolean>();

  constructor(shadowRootOf: ShadowRootOf) {
    this.#shadowRootOf = shadowRootOf;
  }

  wordsOf(element: Element, role: string): readonly PressWord[] {
    const pressed = (element instanceof HTMLLabelElement && labelled(element)) || element;
    const sends = matches(pressed, SUBMITS);
    if (!sends && !DOES.has(role)) return [];
    const says = {
      submits: (sends || !hasSubmit(pressed)) && sendsForm(pressed), // guard: said-forms
      money: tagOf(element) !== 'SUMMARY' && this.#isByMoney(pressed), // guard: said-money
    };
    return PRESS_WORDS.filter((word) => says[word]);
  }

  #isByMoney(element: Element): boolean {
    return containersOf(element).some((container) => {
      const known = this.#amounts.get(container) ?? hasAmount(this.#textIn(container));
      this.#amounts.set(container, known);
      return known;
    });
  }

  /** With what stands in fields; also what cannot be seen, which asks once too often. */
  #textIn(container: Element): string {
    const texts: string[] = [];
    const rest: Node[] = [container];
    for (let seen = 0; seen < MAX_NODES; seen += 1) {
      const node = rest.pop();
      if (node === undefined) break;
      if (isText(node)) texts.push(node.data);
      if (!isElement(node) || isNeverText(node)) continue;
      if (isTextField(node) && node instanceof HTMLInputElement) texts.push(valueOfField(node));
      rest.push(...drawnChildren(node, this.#shadowRootOf).toReversed());
    }
    return texts.join(' ');
  }
}

/** Enter in it, or a press on a button of its form, sends what is no search. */
export function sendsForm(by: Element): boolean {
  const form = ownerOf(by);
  return form !== null && !isSearch(form, by);
}

export function formOf(element: Element): HTMLFormElement | null {
  if (element instanceof HTMLButtonElement) return formOfButton(element);
  if (element instanceof HTMLInputElement) return formOfInput(element);
  if (element instanceof HTMLTextAreaElement) return formOfTextArea(element);
  const form = closest(element, 'form');
  return form instanceof HTMLFormElement ? form : null;
}

/** A form may be one by its role alone, and be drawn around the shadow root that the element stands in. */
function ownerOf(element: Element): Element | null {
  return formOf(element) ?? around(element, FORM);
}

function around(element: Element, selector: string): Element | null {
  let at: Element | null = element;
  while (at !== null && !matches(at, selector)) at = drawnIn(at);
  return at;
}

/** Where a form has no such button, any button of it may be what sends it. */
function hasSubmit(pressed: Element): boolean {
  const form = ownerOf(pressed);
  // One that nobody sees leaves it to another.
  return form !== null && ofForm(form, SUBMITS).some((one) => rectOf(one).width > 2); // guard: unseen-senders
}

function ofForm(form: Element, selector: string): Element[] {
  const root = rootOf(form);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  return allIn(root, selector).filter((one) => ownerOf(one) === form);
}

/**
 * Returns whether a form is a search: by its container, its one field, or as it sends that field in an address. A button that
 * sends it in a way of its own is another matter.
 */
function isSearch(form: Element, by: Element): boolean {
  if (matches(by, '[formmethod],[formaction]')) return false; // guard: search-sent-elsewhere
  if (around(form, SEARCH) !== null) return true;
  const [field, ...others] = ofForm(form, TEXT_FIELDS).filter(isTextField);
  if (field === undefined || others.length > 0) return false;
  if (matches(field, SEARCHBOX)) return true;
  return (
    field instanceof HTMLInputElement &&
    leads(attr(form, 'action')) &&
    !/^(?:post|dialog)$/i.test(attr(form, 'method') ?? '')
  );
}

/** The first levels around it, not beyond its card; its card; its form or dialog. */
function containersOf(element: Element): readonly Element[] {
  const found = new Set<Element>();
  let isNear = true;
  let isFirstCard = true;
  let level = 0;
  for (let at = drawnIn(element); at !== null && !PAGE.test(tagOf(at)); at = drawnIn(at)) {
    level += 1;
    const isCard = isFirstCard && matches(at, CARD);
    const isWhole = matches(at, WHOLE);
    if ((isNear && level <= NEAR_LEVELS) || isCard || isWhole) found.add(at);
    if (isCard) isFirstCard = false;
    if (isCard || isWhole) isNear = false;
    if (isWhole) break;
  }
  const form = formOf(element);
  return form === null ? [...found] : [...found, form];
}
