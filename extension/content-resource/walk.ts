import type { FrameInPage } from '../messages/resource-messages.ts';
import { plain, quoted, roleAndName, withoutRef } from '../../shared/lib/page-line.ts';
import {
  attr,
  bodyOf,
  drawnChildren,
  firstIn,
  hasAttr,
  isElement,
  isText,
  tagOf,
  textContentOf,
} from './dom.ts';
import { isApart } from './drawn.ts';
import { isNeverText } from './hidden.ts';
import { type Control, type Line, LineWriter } from './line-writer.ts';
import type { PageView } from './page-view.ts';
import { PressFacts } from './press-facts.ts';
import { CONTROL_SELECTOR, isHeading, REGIONS, roleOf } from './role.ts';

/** How many elements are looked at between two looks at the clock. */
const ELEMENTS_PER_MOMENT = 128;
const MAX_DEPTH = 400;
const MAX_LINKS = 2_000;
/** A longer address is told to nobody: a page could make its answer as long as it likes by it. */
const MAX_LINK = 2_000;
/** A list's item, or a table's cell, with more in it is no line. */
const MAX_ITEM_TEXT = 500;
const MAX_ROW_TEXT = 1_500;
const NESTED = 'ul,ol,table,form,fieldset,[role=list],[role=tree],[role=group],[role=table]';

interface Place {
  readonly depth: number;
  readonly cursor: string;
  /** true: this text was already read as a name, so only its controls are left to read. */
  readonly isNamed: boolean;
}

/**
 * Reads a page from its top, line by line; null is a moment at which to look at the clock. Nothing is read ahead: who
 * stops asking stops the reading.
 */
export class Walk {
  readonly frames: FrameInPage[] = [];
  /** Addresses that links it has read lead to. */
  readonly links: string[] = [];
  /** How many pieces of text were left out because no person can see them. */
  hidden = 0;
  readonly #view: PageView;
  readonly #writer: LineWriter;
  readonly #facts: PressFacts;
  #seen = 0;

  constructor(view: PageView) {
    this.#view = view;
    this.#writer = new LineWriter((text) => view.blank(text));
    this.#facts = new PressFacts(view.shadowRootOf);
  }

  *lines(root: Element | null = bodyOf(document)): Generator<Line | null, void> {
    if (root === null) return;
    const place: Place = { depth: 0, cursor: '', isNamed: false };
    if (root instanceof HTMLSelectElement) yield* this.#children(root, place);
    else yield* this.#element(root, place);
    this.#writer.flush();
    yield* this.#writer.take();
  }

  *#element(element: Element, place: Place): Generator<Line | null, void> {
    if (isNeverText(element) || place.depth > MAX_DEPTH) return;
    if (++this.#seen % ELEMENTS_PER_MOMENT === 0) yield null;
    const style = getComputedStyle(element);
    if (isApart({ element }) || !this.#view.drawn.isLaidOut(element)) {
      if (!place.isNamed && hasSomeText(element)) this.hidden += 1;
      return;
    }
    const role = roleOf(element);
    if (role === 'hidden') return;
    const control = this.#view.controlRole(element, style, place.cursor);
    // guard: undrawn-names
    if ((control !== '' || isNamedByPage(role)) && !this.#view.drawn.shows(element)) {
      // Nothing is said of it, while what is drawn in it is.
      const hidden = this.hidden;
      yield* this.#children(element, this.#inside(element, style, place));
      if (this.hidden === hidden && !place.isNamed && hasSomeText(element)) this.hidden += 1;
      yield* this.#writer.take();
      return;
    }
    if (control !== '' && element !== bodyOf(document))
      yield* this.#control(element, control, style, place);
    else yield* this.#plain(element, role, style, place);
    yield* this.#writer.take();
  }

  *#control(
    element: Element,
    role: string,
    style: CSSStyleDeclaration,
    place: Place,
  ): Generator<Line | null, void> {
    const writer = this.#writer;
    const isRow = role === 'clickable' && roleOf(element) === 'row';
    const isWide =
      role === 'clickable' &&
      (isRow || (textContentOf(element) ?? '').length > 120 || firstIn(element, NESTED) !== null);
    const holdsControls = !isField(element) && firstIn(element, CONTROL_SELECTOR) !== null;
    const name = isWide ? '' : this.#view.nameOf(element, role);
    // Nothing to call it by and nothing in it to press: a decoration of its page's.
    if (role === 'clickable' && name === '' && !holdsControls && !isWide) {
      yield* this.#children(element, this.#inside(element, style, place));
      return;
    }
    const told = this.#told(element, role, name);
    if (isWide) {
      const line = `${told.ref} ${isRow ? 'row' : role}`;
      if (isRow) yield* this.#row(element, line, style, place);
      else yield* this.#region(element, line, true, style, place);
      return;
    }
    const isInline = writer.isInline || (role === 'link' && style.display === 'inline');
    // What follows in the line could be taken for the name of what has none.
    const words = isInline ? `${role} ${quoted(name)}` : roleAndName(role, name);
    const press = this.#facts.wordsOf(element, role).map((word) => ` ${word}`);
    const line = `${told.ref} ${words}${press.join('')}${this.#view.statesOf(element, role)}`;
    if (isInline) writer.piece(line, told);
    else writer.whole(line, told);
    if (writer.isInRow && role !== 'link') writer.break();
    if (role === 'link') this.#noteLink(element);
    if (holdsControls) {
      yield* this.#children(element, { ...this.#inside(element, style, place), isNamed: true });
    }
  }

  #told(element: Element, role: string, name: string): Control {
    const region = withoutRef(this.#writer.region?.text ?? '');
    return { role, name, ref: this.#view.ref(element, { role, name, region }) };
  }

  #noteLink(element: Element): void {
    if (!(element instanceof HTMLAnchorElement) || this.links.length >= MAX_LINKS) return;
    const { href } = element;
    if (href.length <= MAX_LINK) this.links.push(href);
  }

  *#plain(
    element: Element,
    role: string,
    style: CSSStyleDeclaration,
    place: Place,
  ): Generator<Line | null, void> {
    const writer = this.#writer;
    if (role === 'iframe') return this.#frame(element);
    if (role === 'img') {
      const name = place.isNamed ? '' : this.#view.nameOf(element, role);
      if (name !== '') writer.piece(`img ${quoted(name)}`);
      return;
    }
    const inside = this.#inside(element, style, place);
    if (isHeading(role) || role === 'status' || role === 'alert') {
      writer.lead(role);
      yield* this.#children(element, inside);
      writer.endLead();
    } else if (
      (role === 'row' || role === 'listitem') &&
      !writer.isInRow &&
      !isLarge(element, role)
    ) {
      yield* this.#row(element, role === 'row' ? 'row' : 'item', style, place);
    } else if (role === 'progressbar' || role === 'meter') {
      const name = this.#view.nameOf(element, role);
      writer.whole(`${roleAndName(role, name)}${this.#view.statesOf(element, role)}`);
    } else if (REGIONS.has(role) && !writer.isInRow && !isLayout(element, role)) {
      yield* this.#regionOf(element, role, style, place);
    } else yield* this.#flow(element, role, style, inside);
  }

  *#regionOf(
    element: Element,
    role: string,
    style: CSSStyleDeclaration,
    place: Place,
  ): Generator<Line | null, void> {
    const name = this.#view.nameOf(element, role);
    if (name === '') return yield* this.#region(element, role, false, style, place);
    const ref = this.#view.ref(element, { role, name, region: this.#view.regionOf(element) });
    yield* this.#region(element, `${ref} ${role} ${quoted(name)}`, true, style, place);
  }

  *#region(
    element: Element,
    line: string,
    isNamed: boolean,
    style: CSSStyleDeclaration,
    place: Place,
  ): Generator<Line | null, void> {
    this.#writer.enter(line, isNamed);
    yield* this.#children(element, this.#inside(element, style, place));
    this.#writer.leave();
  }

  *#row(
    element: Element,
    word: string,
    style: CSSStyleDeclaration,
    place: Place,
  ): Generator<Line | null, void> {
    if (this.#writer.isInRow)
      return yield* this.#children(element, this.#inside(element, style, place));
    this.#writer.beginRow(word);
    yield* this.#children(element, this.#inside(element, style, place));
    this.#writer.endRow();
  }

  *#flow(
    element: Element,
    role: string,
    style: CSSStyleDeclaration,
    inside: Place,
  ): Generator<Line | null, void> {
    const writer = this.#writer;
    const isBlock = !/^(?:inline|contents)/.test(style.display) || tagOf(element) === 'BR';
    if (isBlock) writer.break();
    if (role === 'cell') writer.endCell();
    const isNamed = inside.isNamed || namesAnother(element);
    yield* this.#children(element, { ...inside, isNamed });
    if (role === 'cell') writer.endCell();
    else if (isBlock) writer.break();
  }

  #frame(element: Element): void {
    const name = this.#view.nameOf(element, 'iframe');
    const shown = { role: 'iframe', name, region: this.#view.regionOf(element) };
    const ref = this.#view.ref(element, shown, 'f');
    const origin = originOf(element);
    const elsewhere = origin === location.origin ? '' : ` ${plain(origin)}`;
    const line = `${ref} ${roleAndName('iframe', name)}${elsewhere}`;
    this.frames.push({ ref, index: windowIndex(element), line });
    this.#writer.whole(line);
  }

  *#children(element: Element, place: Place): Generator<Line | null, void> {
    for (const child of drawnChildren(element, this.#view.shadowRootOf)) {
      if (isElement(child)) yield* this.#element(child, place);
      else if (isText(child) && !place.isNamed && child.data.trim() !== '') {
        this.#view.secrets.lookAtText(child, getComputedStyle(element));
        const drawn = this.#view.drawn.text(child, element);
        if (drawn === '') this.hidden += 1;
        else this.#writer.text(drawn);
      } else if (isText(child)) this.#writer.text(' ');
    }
  }

  #inside(element: Element, style: CSSStyleDeclaration, place: Place): Place {
    return { depth: place.depth + 1, cursor: style.cursor, isNamed: place.isNamed };
  }
}

/** Returns whether its text is the name of a field, or of its group. */
function namesAnother(element: Element): boolean {
  const tag = tagOf(element);
  if (element instanceof HTMLLabelElement) return element.control !== null;
  return tag === 'LEGEND' || tag === 'CAPTION';
}

/** The page names it by what nobody may see. */
function isNamedByPage(role: string): boolean {
  return /^(?:img|iframe|progressbar|meter)$/.test(role) || REGIONS.has(role);
}

function isField(element: Element): boolean {
  return /^(?:INPUT|SELECT|TEXTAREA)$/.test(tagOf(element)) || hasAttr(element, 'contenteditable');
}

function isLarge(element: Element, role: string): boolean {
  const text = textContentOf(element) ?? '';
  if (role === 'row') return text.length > MAX_ROW_TEXT || firstIn(element, 'table,form') !== null;
  return text.length > MAX_ITEM_TEXT || firstIn(element, NESTED) !== null;
}

/** A table that only puts things side by side. */
function isLayout(element: Element, role: string): boolean {
  return role === 'table' && firstIn(element, 'table,form') !== null;
}

function hasSomeText(element: Element): boolean {
  return /\S/.test(textContentOf(element) ?? '');
}

function originOf(frame: Element): string {
  const src = attr(frame, 'src');
  if (src === null || hasAttr(frame, 'srcdoc')) return 'about:srcdoc';
  try {
    const { origin, protocol } = new URL(src, document.baseURI);
    return origin === 'null' ? protocol : origin;
  } catch {
    return 'about:blank';
  }
}

/** The place of a frame's window among those of its own; -1: it has none. */
export function windowIndex(frame: Element): number {
  const inner = frame instanceof HTMLIFrameElement ? frame.contentWindow : null;
  for (let index = 0; inner !== null && index < window.length && index < 1_000; index += 1) {
    if (window[index] === inner) return index;
  }
  return -1;
}
