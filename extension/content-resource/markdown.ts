import { clean, cut, MAX_NAME } from '../../shared/lib/page-line.ts';
import { attr, drawnChildren, isElement, isText, tagOf } from './dom.ts';
import { isApart } from './drawn.ts';
import { isNeverText } from './hidden.ts';
import type { PageView } from './page-view.ts';
import { isHeading, roleOf } from './role.ts';

const MAX_DEPTH = 400;
const ELEMENTS_PER_MOMENT = 128;
/** Controls, which are left out as no text: a snapshot has them. */
const CONTROLS = /^(?:INPUT|SELECT|TEXTAREA|BUTTON|DATALIST)$/;

interface Place {
  readonly depth: number;
  readonly isPre: boolean;
  readonly listDepth: number;
  readonly isInCell: boolean;
}

/** Reads an element's content as Markdown or as plain text, piece by piece; null is a moment to look at the clock. */
export class MarkdownReader {
  readonly #view: PageView;
  readonly #marks: boolean;
  #seen = 0;
  /** Line breaks that come before the next text; -1 where no text came yet. */
  #breaks = -1;
  #space = false;

  constructor(view: PageView, marks: boolean) {
    this.#view = view;
    this.#marks = marks;
  }

  *pieces(root: Element): Generator<string | null, void> {
    yield* this.#element(root, {
      depth: 0,
      isPre: false,
      listDepth: -1,
      isInCell: false,
    });
  }

  *#element(element: Element, place: Place): Generator<string | null, void> {
    if (isNeverText(element) || place.depth > MAX_DEPTH) return;
    if (++this.#seen % ELEMENTS_PER_MOMENT === 0) yield null;
    const style = getComputedStyle(element);
    if (isApart({ element }) || !this.#view.drawn.isLaidOut(element)) return;
    const tag = tagOf(element);
    if (CONTROLS.test(tag) && place.depth > 0) return;
    const inside = this.#inside(element, style, place);
    if (tag === 'BR') {
      this.#break(1, place);
      return;
    }
    if (tag === 'IMG') {
      const name = this.#view.drawn.shows(element) ? (attr(element, 'alt') ?? '') : '';
      return yield* this.#text(cut(name, MAX_NAME), place);
    }
    const role = roleOf(element);
    const isBlock = !/^(?:inline|contents)/.test(style.display);
    const breaks = /^(?:P|PRE|TABLE|BLOCKQUOTE)$/.test(tag) || isHeading(role) ? 2 : 1;
    if (isBlock && role !== 'cell') this.#break(breaks, place);
    if (this.#marks) yield* this.#marked(element, role, tag, inside);
    else yield* this.#children(element, inside);
    if (role === 'cell') this.#space = true;
    else if (isBlock) this.#break(breaks, place);
  }

  *#marked(
    element: Element,
    role: string,
    tag: string,
    inside: Place,
  ): Generator<string | null, void> {
    if (isHeading(role))
      yield* this.#around(`${'#'.repeat(Number(role[1]))} `, element, inside, '');
    else if (role === 'listitem') {
      yield* this.#around(`${'  '.repeat(Math.max(0, inside.listDepth))}- `, element, inside, '');
    } else if (role === 'list') {
      yield* this.#children(element, { ...inside, listDepth: inside.listDepth + 1 });
    } else if (role === 'row') {
      yield* this.#around('|', element, inside, '');
    } else if (role === 'cell') {
      yield* this.#cell(element, inside);
    } else if (tag === 'PRE') yield* this.#around('```\n', element, inside, '\n```');
    else if (
      role === 'link' &&
      element instanceof HTMLAnchorElement &&
      this.#view.drawn.says(element)
    ) {
      const address = this.#view.secrets.values.blankAddress(element.href).slice(0, 300);
      yield* this.#around('[', element, inside, `](${address})`);
    } else yield* this.#children(element, inside);
  }

  *#cell(element: Element, inside: Place): Generator<string | null, void> {
    this.#space = false;
    if (!inside.isInCell) yield this.#put(' ');
    yield* this.#children(element, { ...inside, isInCell: true });
    this.#space = false;
    if (!inside.isInCell) yield this.#put(' |');
  }

  *#around(
    before: string,
    element: Element,
    inside: Place,
    after: string,
  ): Generator<string | null, void> {
    if (!this.#view.drawn.says(element)) return yield* this.#children(element, inside);
    yield this.#put(before);
    this.#space = false;
    yield* this.#children(element, inside);
    if (after !== '') {
      this.#space = false;
      this.#breaks = Math.min(this.#breaks, 0);
      yield this.#put(after);
    }
  }

  *#children(element: Element, inside: Place): Generator<string | null, void> {
    for (const child of drawnChildren(element, this.#view.shadowRootOf)) {
      if (isElement(child)) yield* this.#element(child, inside);
      else if (isText(child)) {
        const isBlank = child.data.trim() === '';
        if (!isBlank) this.#view.secrets.lookAtText(child, getComputedStyle(element));
        yield* this.#text(isBlank ? child.data : this.#view.drawn.text(child, element), inside);
      }
    }
  }

  *#text(text: string, { isPre }: Place): Generator<string, void> {
    if (isPre) {
      yield this.#put(text.split('\n').map(cleanLine).join('\n'));
      return;
    }
    if (/^\s/.test(text)) this.#space = true;
    const words = clean(text);
    if (words !== '') yield this.#put(words);
    if (/\s$/.test(text)) this.#space = true;
  }

  #put(text: string): string {
    const before = this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#space ? ' ' : '';
    const isFirst = this.#breaks === -1;
    this.#breaks = 0;
    this.#space = false;
    return isFirst ? text : before + text;
  }

  #break(count: number, { isInCell }: Place): void {
    if (isInCell) this.#space = true;
    else if (this.#breaks >= 0) this.#breaks = Math.max(this.#breaks, count);
  }

  #inside(element: Element, style: CSSStyleDeclaration, place: Place): Place {
    return {
      ...place,
      depth: place.depth + 1,
      isPre: place.isPre || style.whiteSpace.startsWith('pre'),
    };
  }
}

/** As `clean`, but for the blanks that it begins with. */
function cleanLine(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  return indent + clean(line);
}
