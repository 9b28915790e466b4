import { isConnected } from './dom.ts';

/** Description under which a reference was shown: an element that a page drew anew is recognised by it. */
export interface Shown {
  readonly role: string;
  readonly name: string;
  readonly region: string;
}

interface Kept {
  readonly element: WeakRef<Element>;
  readonly shown: Shown;
}

/** A page without end would have us keep one without end. */
const MAX_KEPT = 20_000;

/**
 * Numbers for elements: an element keeps its own as long as its document lives, in every snapshot, and no other ever gets
 * it. The page sees none of them.
 */
export class Refs {
  readonly #numbers = new WeakMap<Element, number>();
  readonly #kept = new Map<number, Kept>();
  #next: number;

  /** `first`: those below were given in documents that stood in this place before. */
  readonly first: number;

  constructor(first: number) {
    this.first = first;
    this.#next = first;
  }

  /** The number that comes next: the one to begin with in the document after this one. */
  get next(): number {
    return this.#next;
  }

  of(element: Element, shown: Shown): number {
    const known = this.#numbers.get(element);
    const number = known ?? this.#next++;
    this.#keep(number, element, shown);
    return number;
  }

  /** The element is what the number stood for, under another one of the page's own making. */
  moveTo(number: number, element: Element, shown: Shown): void {
    if (!this.#numbers.has(element)) this.#numbers.set(element, number);
    this.#keep(number, element, shown);
  }

  /** `gone`: it left the page; `unknown`: nobody was ever given that number, or too long ago. */
  find(number: number): Element | { readonly gone: Shown } | 'earlier' | 'unknown' {
    if (number < this.first) return 'earlier';
    const kept = this.#kept.get(number);
    if (kept === undefined) return 'unknown';
    const element = kept.element.deref();
    return element !== undefined && isConnected(element) ? element : { gone: kept.shown };
  }

  shown(number: number): Shown | null {
    return this.#kept.get(number)?.shown ?? null;
  }

  #keep(number: number, element: Element, shown: Shown): void {
    this.#numbers.set(element, this.#numbers.get(element) ?? number);
    // The oldest are first in a map, and what was shown again is new again.
    this.#kept.delete(number);
    this.#kept.set(number, { element: new WeakRef(element), shown });
    if (this.#kept.size <= MAX_KEPT) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }
}
