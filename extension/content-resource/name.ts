import { clean } from '../../shared/lib/page-line.ts';
import {
  attr,
  byId,
  drawnChildren,
  firstChildOf,
  isElement,
  isText,
  nextSiblingOf,
  type ShadowRootOf,
  tagOf,
} from './dom.ts';
import { type Drawn, isApart } from './drawn.ts';
import { isNeverText } from './hidden.ts';
import { isEditable, roleOf } from './role.ts';
import type { SecretFields } from './secret-fields.ts';

/** Named by what is in them. */
const BY_CONTENT =
  /^(?:button|link|checkbox|radio|switch|menuitem(?:checkbox|radio)?|tab|option|treeitem|cell|row|h[1-6])$/;
/** Enough for any name, and a bound for pages that nest without end. */
const MAX_TEXT = 2_000;
const MAX_DEPTH = 60;

export interface Naming {
  readonly shadowRootOf: ShadowRootOf;
  readonly secrets: Pick<SecretFields, 'has' | 'lookAtText'>;
  readonly drawn: () => Drawn;
}

/**
 * The accessible name (https://www.w3.org/TR/accname-1.2/), but for one rule of ours: of what is in an element, text that a
 * person can see comes first, and what only a screen reader reads counts where there is none.
 */
export function nameOf(element: Element, naming: Naming, role: string = roleOf(element)): string {
  return clean(
    labelledBy(element, naming) ||
      attr(element, 'aria-label')?.trim() ||
      ownName(element, naming) ||
      (BY_CONTENT.test(role) && !isEditable(element) ? contentOf(element, naming) : '') ||
      attr(element, 'title')?.trim() ||
      placeholderOf(element) ||
      '',
  );
}

function labelledBy(element: Element, naming: Naming): string {
  const ids = (attr(element, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const texts = ids.slice(0, 10).flatMap((id) => {
    const label = byId(element, id);
    return label === null ? [] : [textOfLabel(label, naming)];
  });
  return texts.join(' ').trim();
}

/** Hidden or not: it was put there to be the name. */
function textOfLabel(label: Element, naming: Naming): string {
  const given = attr(label, 'aria-label')?.trim();
  if (given) return given;
  if (isFieldWithValue(label)) return valueIn(label, naming);
  const own = tagOf(label) === 'IMG' ? (attr(label, 'alt') ?? '') : '';
  return own || readText(label, naming, true).trim() || (attr(label, 'title') ?? '');
}

/** Returns the name that HTML itself gives the element. */
function ownName(element: Element, naming: Naming): string {
  const tag = tagOf(element);
  switch (tag) {
    case 'INPUT':
    case 'SELECT':
    case 'TEXTAREA':
    case 'METER':
    case 'PROGRESS':
    case 'OUTPUT':
    case 'BUTTON': {
      const labels = [...((element as HTMLInputElement).labels ?? [])].slice(0, 5);
      const text = labels.map((label) => labelText(label, element, naming)).join(' ');
      return text.trim() || (tag === 'INPUT' ? buttonText(element as HTMLInputElement) : '');
    }
    case 'IMG':
    case 'AREA':
      return attr(element, 'alt') ?? '';
    case 'FIELDSET':
      return childText(element, 'LEGEND', naming);
    case 'TABLE':
      return childText(element, 'CAPTION', naming);
    case 'SVG':
      return childText(element, 'TITLE', naming);
    case 'OPTION':
    case 'OPTGROUP':
      return attr(element, 'label') ?? '';
    default:
      return '';
  }
}

function labelText(label: Element, element: Element, naming: Naming): string {
  return (
    attr(label, 'aria-label')?.trim() || seenFirst((all) => readText(label, naming, all, element))
  );
}

/** A button made of a field has its words in its value. */
function buttonText(input: HTMLInputElement): string {
  switch (input.type) {
    case 'submit':
      return input.value || 'Submit';
    case 'reset':
      return input.value || 'Reset';
    case 'image':
      return attr(input, 'alt') || attr(input, 'title') || 'Submit';
    case 'button':
      return input.value;
    default:
      return '';
  }
}

function childText(element: Element, tag: string, naming: Naming): string {
  for (let child = firstChildOf(element); child !== null; child = nextSiblingOf(child)) {
    if (isElement(child) && tagOf(child) === tag) return readText(child, naming, true);
  }
  return '';
}

function placeholderOf(element: Element): string {
  return attr(element, 'placeholder') ?? attr(element, 'aria-placeholder') ?? '';
}

/** Returns the content as text, for roles named by their content, and for all that takes a press. */
export function contentOf(element: Element, naming: Naming): string {
  return seenFirst((all) => readText(element, naming, all));
}

/** Returns the drawn text of the element. */
export function drawnTextOf(element: Element, naming: Naming): string {
  return readText(element, naming, false);
}

/**
 * The name of what does something when pressed, with the words that stand on it where the name has none of them: by these a
 * person knows what it does.
 */
export function withWordsOn(element: Element, name: string, naming: Naming): string {
  const isField = element instanceof HTMLInputElement;
  const words = clean(isField ? buttonText(element) : wordsOn(element, naming));
  const isSaid = lettersOf(name).includes(lettersOf(words));
  return isSaid || name === '' ? name : `${words} (${name})`; // guard: words-on-buttons
}

/** Returns its letters as they are drawn, without the names of what is in it. */
function wordsOn(element: Element, naming: Naming, depth = 0): string {
  if (depth > MAX_DEPTH || isNeverText(element)) return '';
  const words = drawnChildren(element, naming.shadowRootOf).map((child) => {
    if (isText(child)) return naming.drawn().text(child, element);
    return isElement(child) ? ` ${wordsOn(child, naming, depth + 1)} ` : '';
  });
  return words.join('');
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function seenFirst(read: (all: boolean) => string): string {
  return read(false).trim() || read(true);
}

function readText(element: Element, naming: Naming, all: boolean, apart?: Element): string {
  const reader = new NameReader(naming, all, apart);
  reader.readChildren(element, 0);
  return reader.text;
}

class NameReader {
  text = '';
  readonly #naming: Naming;
  /** true: also reads text that is hidden, but read by screen readers. */
  readonly #all: boolean;
  /** The field that is to be named, inside its own label. */
  readonly #apart: Element | undefined;

  constructor(naming: Naming, all: boolean, apart: Element | undefined) {
    this.#naming = naming;
    this.#all = all;
    this.#apart = apart;
  }

  readChildren(element: Element, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const child of drawnChildren(element, this.#naming.shadowRootOf)) {
      if (this.text.length > MAX_TEXT) return;
      if (isText(child)) this.text += this.#textOf(child, element, depth);
      else if (isElement(child) && child !== this.#apart) this.#read(child, depth);
    }
  }

  #textOf(text: Text, holder: Element, depth: number): string {
    if (/^\s*$/.test(text.data)) return text.data;
    this.#naming.secrets.lookAtText(text, getComputedStyle(holder));
    if (!this.#all) return this.#naming.drawn().text(text, holder);
    return depth === 0 || getComputedStyle(holder).visibility === 'visible' ? text.data : '';
  }

  #read(element: Element, depth: number): void {
    if (isNeverText(element)) return;
    const style = getComputedStyle(element);
    if (this.#all) {
      if (style.display === 'none' || attr(element, 'aria-hidden') === 'true') return;
    } else if (isApart({ element }) || !this.#naming.drawn().isLaidOut(element)) return;
    const isBlock = !/^(?:inline|contents)/.test(style.display);
    if (isBlock || tagOf(element) === 'BR') this.text += ' ';
    const given = attr(element, 'aria-label')?.trim();
    if (given) this.text += given;
    else if (isFieldWithValue(element)) this.text += ` ${valueIn(element, this.#naming)} `;
    else {
      const before = this.text;
      this.text += ownText(element, this.#naming);
      if (this.text === before) this.readChildren(element, depth + 1);
      if (this.text.trim() === before.trim()) this.text += attr(element, 'title') ?? '';
    }
    if (isBlock) this.text += ' ';
  }
}

function ownText(element: Element, naming: Naming): string {
  const tag = tagOf(element);
  return tag === 'IMG' || tag === 'SVG' ? ownName(element, naming) : '';
}

function isFieldWithValue(element: Element): boolean {
  const role = roleOf(element);
  return /^(?:textbox|searchbox|combobox|listbox|slider|spinbutton)$/.test(role);
}

function valueIn(element: Element, naming: Naming): string {
  if (naming.secrets.has(element)) return '';
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map((option) => option.text).join(' ');
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.value;
  return attr(element, 'aria-valuetext') ?? attr(element, 'aria-valuenow') ?? '';
}
