import { type Box, clipped, heightOf, pointsIn, widthOf } from './boxes.ts';
import {
  attr,
  drawnChildren,
  hasAttr,
  isElement,
  isText,
  type ShadowRootOf,
  tagOf,
  closest,
  firstIn,
  rootElementOf,
} from './dom.ts';
import { effectsOf, hasInk } from './ground.ts';
import { filter, WHITE } from './ink.ts';
import { hasPlace, isNeverText, isRestyled } from './hidden.ts';
import {
  hasGround,
  Painters,
  paints,
  type Painter,
  type Subject,
  type Surroundings,
} from './painters.ts';
import { boxOf, Spot } from './spot.ts';
import { isTurnedAway } from './turned-away.ts';

/** A line of letters lower than this, in CSS pixels, is read by nobody. */
const LEAST_HEIGHT = 5;
/** So much of a letter's height one letter takes along the line at least: where less is left, they lie on each other. */
const LEAST_ADVANCE = 0.12;
/** Minimum visible share of a thing that counts as seen. */
const LEAST_PART = 0.5;
const WHOLE = 0.98;
/** Minimum opacity of a thing that counts as seen. */
const LEAST_ALPHA = 0.1;
const MAX_DEPTH = 400;
const ELEMENTS_PER_MOMENT = 128;
/** Words of one text that are looked at one by one. */
const MAX_WORDS = 3_000;
/** They hold what is told where they cannot be shown. */
const INSTEAD = /^(?:CANVAS|VIDEO|AUDIO|IFRAME|PROGRESS|METER)$/;
const WORD = /\S{1,16}/g;

/** How a page is drawn at one moment: what of it a person can see, now or by scrolling. */
export class Drawn {
  readonly #shadowRootOf: ShadowRootOf;
  readonly #spots = new Map<Element, Spot>();
  readonly #painters = new Painters();
  readonly #texts = new Map<Text, string>();
  readonly #inked = new Map<Element, boolean>();
  readonly #range = new Range();

  constructor(shadowRootOf: ShadowRootOf) {
    this.#shadowRootOf = shadowRootOf;
  }

  /** Looks at the whole page, as anything in it may lie on anything; null is a moment to look at the clock. */
  *look(): Generator<null, void> {
    const around: (readonly [spot: Spot, children: Iterator<Element>])[] = [];
    let order = 0;
    let next: Element | null = rootElementOf(document);
    while (next !== null || around.length > 0) {
      const [parent, children] = around.at(-1) ?? [];
      if (next === null) {
        const child = children?.next();
        if (child?.done === false) next = child.value;
        else if (parent !== undefined) {
          parent.after = order - 1;
          around.pop();
        }
        continue;
      }
      const spot = this.#place(next, parent ?? null, order);
      next = null;
      if (spot === null) continue;
      order += 1;
      if (order % ELEMENTS_PER_MOMENT === 0) yield null;
      around.push([spot, this.#drawnIn(spot)]);
    }
  }

  #place(element: Element, parent: Spot | null, order: number): Spot | null {
    const style = getComputedStyle(element);
    if (style.display === 'none') return null;
    const spot = new Spot(element, parent, style, order);
    this.#spots.set(element, spot);
    const own = { spot, beside: null, style };
    if (!spot.isBoxless && paints(element, style)) this.#painters.add(own);
    this.#placeBeside(spot, '::before');
    this.#placeBeside(spot, '::after');
    if (spot.isOnTop) this.#placeBeside(spot, '::backdrop');
    return spot;
  }

  #placeBeside(spot: Spot, beside: NonNullable<Painter['beside']>): void {
    const style = getComputedStyle(spot.element, beside);
    if (beside !== '::backdrop') {
      if (style.content === 'none' || style.content === 'normal') return;
      if (!/^(?:absolute|fixed)$/.test(style.position) || style.display === 'none') return;
    }
    if (hasGround(style)) this.#painters.add({ spot, beside, style });
  }

  *#drawnIn(spot: Spot): Generator<Element, void> {
    const { element } = spot;
    if (spot.depth >= MAX_DEPTH || isEmpty(spot)) return;
    const summary = isClosedDetails(element) ? summaryOf(element) : undefined;
    for (const child of drawnChildren(element, this.#shadowRootOf)) {
      if (!isElement(child) || isNeverText(child)) continue;
      if (summary === undefined || child === summary) yield child;
    }
  }

  /** Returns whether the element or its content has a box: nothing else of a page is drawn. */
  isLaidOut(element: Element): boolean {
    return this.#spots.has(element);
  }

  /** Returns the drawn words of a text; `holder` is the element it is drawn in. */
  text(text: Text, holder: Element): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const drawn = text.data.trim() === '' ? '' : this.#text(text, holder);
    this.#texts.set(text, drawn);
    return drawn;
  }

  #text(text: Text, holder: Element): string {
    const spot = this.#spots.get(holder);
    if (spot === undefined || spot.style.visibility !== 'visible' || isFolded(spot)) return '';
    // Letters that are drawn as dots.
    if (/disc|circle|square/.test(spot.style.getPropertyValue('-webkit-text-security'))) return '';
    this.#range.selectNodeContents(text);
    const lines = [...this.#range.getClientRects()].filter(
      ({ width, height }) => width > 0 && height > 0,
    );
    if (lines.length === 0 || !isLegible(text.data, lines, spot.style) || isTurnedAway(spot))
      return '';
    if (lines.every((line) => this.#isWhole(spot, boxOf(line)))) return text.data;
    return this.#words(text, spot);
  }

  #isWhole(spot: Spot, box: Box): boolean {
    if (this.#part(spot, box) < WHOLE || spot.clips.some(({ kind }) => kind === 'shape'))
      return false;
    const subject = subjectOf(spot, box);
    const { over, under, isTouched } = this.#painters.around(subject);
    if (isTouched || !this.#hasInk(spot, subject, under)) return false;
    return over.length === 0 || !this.#painters.isCovered(subject, over);
  }

  #words(text: Text, spot: Spot): string {
    let drawn = '';
    let end = 0;
    let count = 0;
    for (const { 0: word, index } of text.data.matchAll(WORD)) {
      if (++count > MAX_WORDS) break;
      this.#range.setStart(text, index);
      this.#range.setEnd(text, index + word.length);
      const [rect] = this.#range.getClientRects();
      if (rect === undefined || !this.#isSeen(spot, boxOf(rect))) continue;
      drawn +=
        drawn !== '' && index > end
          ? ` ${word}`
          : index > end || index === 0
            ? text.data.slice(Math.max(end, index - 1), index) + word
            : word;
      end = index + word.length;
    }
    return drawn;
  }

  #isSeen(spot: Spot, box: Box): boolean {
    if (this.#part(spot, box) < LEAST_PART || !isInShapes(spot, box)) return false;
    const subject = subjectOf(spot, box);
    const { over, under } = this.#painters.around(subject);
    return this.#hasInk(spot, subject, under) && !this.#painters.isCovered(subject, over);
  }

  /** How much of a line is left by all that cuts off; nothing where too little is left to be read. */
  #part(spot: Spot, box: Box): number {
    let left: Box | null = box;
    for (const clip of spot.clips) {
      if (clip.kind === 'box') left = clipped(left, clip.box);
      if (left === null) return 0; // guard: hidden-text
    }
    const [across, down] = [widthOf(left) / widthOf(box), heightOf(left) / heightOf(box)];
    const isUpright = !spot.style.writingMode.startsWith('horizontal');
    const [along, thick] = isUpright ? [down, across] : [across, down];
    const height = isUpright ? widthOf(left) : heightOf(left);
    return thick < LEAST_PART || height < LEAST_HEIGHT ? 0 : along; // guard: tiny-text
  }

  #hasInk(spot: Spot, subject: Subject, under: Surroundings['under']): boolean {
    const underlays = under.length === 0 ? [] : this.#painters.underlays(subject, under);
    if (underlays.length > 0) return hasInk(spot, underlays);
    const known = this.#inked.get(spot.element);
    if (known !== undefined) return known;
    const inked = hasInk(spot, []);
    this.#inked.set(spot.element, inked);
    return inked;
  }

  /** Is its box drawn, or something in it? */
  shows(element: Element): boolean {
    return this.#shows(element, true);
  }

  /** As `shows`, also where something lies on it. */
  isThere(element: Element): boolean {
    return this.#shows(element, false);
  }

  #shows(element: Element, uncovered: boolean): boolean {
    const spot = this.#spots.get(element);
    if (spot === undefined || spot.style.visibility !== 'visible' || isApart(spot)) return false;
    // An option is drawn by the browser, which knows of no box.
    if (element instanceof HTMLOptionElement) return this.#isListed(element);
    if (isRestyled(element)) return this.#showsRestyled(spot);
    const { width, height } = spot.rect;
    const isEmpty = spot.isBoxless || width === 0 || height === 0;
    if (isEmpty) return this.#holdsDrawn(element, uncovered);
    if (alphaOf(spot) < LEAST_ALPHA || isTurnedAway(spot)) return false;
    let left: Box | null = boxOf(spot.rect);
    for (const clip of spot.around) {
      if (clip.kind === 'box' && left !== null) left = clipped(left, clip.box);
    }
    const isCut =
      left === null || widthOf(left) < leastOf(width) || heightOf(left) < leastOf(height);
    if (isCut) return this.#holdsDrawn(element, uncovered);
    const box = boxOf(spot.rect);
    if (!isInShapes(spot, box)) return false;
    if (!uncovered) return true;
    const subject: Subject = {
      spot,
      box,
      key: () => spot.groundKey,
      clips: spot.around,
      isWhole: true,
    };
    return !this.#painters.isCovered(subject, this.#painters.around(subject).over);
  }

  /** A field that its page draws anew: where it is out of sight itself, its label is not, or what it stands in. */
  #showsRestyled({ element, parent }: Spot): boolean {
    if (hasPlace(element) && (parent === null || alphaOf(parent) >= LEAST_ALPHA)) return true;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return labels.some((label) => this.#shows(label, false));
  }

  #isListed(option: HTMLOptionElement): boolean {
    const list = closest(option, 'select');
    return list !== null && this.#spots.has(list);
  }

  #holdsDrawn(element: Element, uncovered: boolean): boolean {
    for (const child of drawnChildren(element, this.#shadowRootOf)) {
      if (isText(child) && this.text(child, element) !== '') return true;
      if (isElement(child) && !isNeverText(child) && this.#shows(child, uncovered)) return true;
    }
    return false;
  }

  /** Is there any text in it that is drawn? */
  says(element: Element): boolean {
    for (const child of drawnChildren(element, this.#shadowRootOf)) {
      if (isText(child) && this.text(child, element) !== '') return true;
      if (isElement(child) && !isNeverText(child) && this.says(child)) return true;
    }
    return false;
  }

  /** Would letters straight in it be seen, with nothing on them? Of a field, whose letters are no text of the page. */
  inks(element: Element): boolean {
    const spot = this.#spots.get(element);
    if (spot === undefined) return false;
    if (isRestyled(element)) return this.#shows(element, false);
    if (parseFloat(spot.style.fontSize) * spot.scale.y < LEAST_HEIGHT) return false;
    const subject = subjectOf(spot, boxOf(spot.rect));
    const { under, over } = this.#painters.around(subject);
    if (this.#painters.isCovered(subject, over)) return false; // guard: covered-values
    return this.#hasInk(spot, subject, under);
  }
}

/** Returns the least visible part of a side of that length. */
function leastOf(length: number): number {
  return Math.max(2, Math.min(LEAST_HEIGHT, length));
}

function subjectOf(spot: Spot, box: Box): Subject {
  return { spot, box, key: () => spot.textKey, clips: spot.clips, isWhole: false };
}

function summaryOf(details: Element): Element | null {
  return firstIn(details, ':scope > summary');
}

/** Returns whether the element's content in the source is not drawn. */
function isEmpty({ element, style }: Pick<Spot, 'element' | 'style'>): boolean {
  return style.contentVisibility === 'hidden' || INSTEAD.test(tagOf(element));
}

function isClosedDetails(element: Element): boolean {
  return tagOf(element) === 'DETAILS' && !hasAttr(element, 'open');
}

/** Text straight in it is folded away, whatever its boxes say. */
function isFolded({ element, style }: Spot): boolean {
  return isEmpty({ element, style }) || isClosedDetails(element);
}

/** Kept from programs that read pages to people, or from those that act: assistants are no more than these. */
export function isApart(spot: { readonly element: Element }): boolean {
  const { element } = spot;
  return attr(element, 'aria-hidden')?.toLowerCase() === 'true' || hasAttr(element, 'inert');
}

function isInShapes(spot: Spot, box: Box): boolean {
  const shapes = spot.clips.filter((clip) => clip.kind === 'shape');
  if (shapes.length === 0) return true;
  const points = pointsIn(box);
  const left = points.filter(([x, y]) => shapes.every(({ leaves }) => leaves(x, y)));
  return left.length >= points.length * LEAST_PART;
}

/** Returns whether the letters stand side by side. */
function isLegible(
  text: string,
  lines: readonly DOMRect[],
  { writingMode }: CSSStyleDeclaration,
): boolean {
  const isUpright = !writingMode.startsWith('horizontal');
  const height = Math.max(...lines.map((line) => (isUpright ? line.width : line.height)));
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const length = lines.reduce((sum, line) => sum + (isUpright ? line.height : line.width), 0);
  return letters < 3 || length / letters >= LEAST_ADVANCE * height;
}

function alphaOf(from: Spot): number {
  let alpha = 1;
  const size = parseFloat(from.style.fontSize);
  for (let spot: Spot | null = from; spot !== null; spot = spot.parent) {
    if (spot.isBoxless) continue;
    const effects = effectsOf(spot);
    alpha *= effects.alpha;
    if (effects.css !== 'none') alpha *= filter(effects.css, WHITE, size).a;
  }
  return alpha;
}
