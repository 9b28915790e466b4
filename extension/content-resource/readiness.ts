import { contains, drawnIn, rectOf, rootOf } from './dom.ts';
import { moment } from './moment.ts';
import { ownElements } from '../content/compose/own-elements.ts';
import type { PageReading } from './page-reading.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Readiness =
  | { readonly ready: true; readonly element: Element; readonly at: Point }
  | { readonly ready: false; readonly why: string };

const STILL_MS = 50;

type ShadowView = Pick<PageReading['view'], 'shadowRootOf'>;

/**
 * Can a person do it now: is the element there, seen, at rest, enabled, and not behind something else?
 *
 * @param atRest What is pressed at a place must not move away from it; what is written into may move.
 */
export async function readiness(
  reading: PageReading,
  element: Element,
  { offset, atRest }: { readonly offset?: Point | undefined; readonly atRest: boolean },
): Promise<Readiness> {
  const { view, describe } = reading;
  if (reading.isDisabled(element)) return { ready: false, why: 'disabled' };
  const shown = shownFor(reading, element);
  if (shown === null) return { ready: false, why: 'hidden' };
  shown.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (!isInView(shown)) shown.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = rectOf(shown);
  // A hidden page draws no frames: nothing moves in it.
  if (atRest && !document.hidden) {
    await moment(STILL_MS);
    if (!isSame(before, rectOf(shown))) return { ready: false, why: 'moving' };
  }
  const at = pointIn(shown, offset);
  const hit = elementAt(view, at);
  if (hit === null) return { ready: false, why: 'outside of what the page shows' };
  if (!belongs(hit, element, shown)) {
    return { ready: false, why: `covered by ${describe(namedAround(reading, hit))}` };
  }
  return { ready: true, element, at };
}

/** Returns the element that a person sees for a control: a field that its page draws anew is seen as its label. */
function shownFor({ isSeen }: PageReading, element: Element): Element | null {
  const { width, height } = rectOf(element);
  if (width > 1 && height > 1 && isSeen(element)) return element;
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  return labels.find((label) => isSeen(label) && rectOf(label).width > 1) ?? null;
}

function isInView(element: Element): boolean {
  const { top, bottom, left, right } = rectOf(element);
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}

function isSame(one: DOMRect, other: DOMRect): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}

/** A link over two lines has its middle beside itself: the middle of its first line is in it. */
function pointIn(element: Element, offset: Point | undefined): Point {
  const [first] = element.getClientRects();
  const rect = first ?? rectOf(element);
  if (offset !== undefined) return { x: rect.left + offset.x, y: rect.top + offset.y };
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/** The innermost element there, in whatever shadow root. */
export function elementAt({ shadowRootOf }: ShadowView, { x, y }: Point): Element | null {
  let hit = pagesOwn(Document.prototype.elementsFromPoint.call(document, x, y));
  for (;;) {
    // A root tells of what lies over it and around it too.
    const inner = hit && pagesOwn(shadowRootOf(hit)?.elementsFromPoint(x, y) ?? []);
    if (inner === null || inner === hit) return hit;
    hit = inner;
  }
}

/** The first that we did not draw ourselves. */
function pagesOwn(elements: readonly Element[]): Element | null {
  return elements.find((one) => !ownElements.has(one)) ?? null;
}

function belongs(hit: Element, element: Element, shown: Element): boolean {
  for (let around: Element | null = hit; around !== null; around = drawnIn(around)) {
    if (around === element || around === shown) return true;
    if (around instanceof HTMLLabelElement && around.control === element) return true;
  }
  // A field lies in what draws it: whoever presses that, presses the field.
  const root = rootOf(element);
  return (
    element instanceof HTMLInputElement &&
    hit instanceof HTMLLabelElement &&
    contains(hit, element) &&
    root === rootOf(hit)
  );
}

/** Returns the named element around the one in front, as a person would call it: a dialog, not a part of it. */
function namedAround({ view, roleOf }: PageReading, hit: Element): Element {
  for (let around: Element | null = hit; around !== null; around = drawnIn(around)) {
    const role = roleOf(around);
    if (role !== '' && role !== 'main' && role !== 'form' && view.nameOf(around, role) !== '')
      return around;
  }
  return hit;
}
