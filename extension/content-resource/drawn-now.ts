import type { ShadowRootOf } from './dom.ts';
import { Drawn } from './drawn.ts';
import { inSlices } from './in-slices.ts';

/** An act asks several times in a row: what it was told holds for so long, unless the page changes. */
const HOLDS_MS = 250;
const CHANGES = { subtree: true, childList: true, characterData: true, attributes: true } as const;

/** How a page is drawn now. To look at all of it takes time, so it is not done again for each that asks. */
export class DrawnNow {
  readonly #shadowRootOf: ShadowRootOf;
  readonly #changes = new MutationObserver(() => this.#forget());
  #drawn: Drawn | null = null;
  /** Drawing shared by a reading that yields to the page in between. */
  #held: Drawn | null = null;
  #until = 0;

  constructor(shadowRootOf: ShadowRootOf) {
    this.#shadowRootOf = shadowRootOf;
  }

  get(): Drawn {
    if (this.#held !== null) return this.#held;
    const hasChanged = performance.now() > this.#until || this.#changes.takeRecords().length > 0;
    if (this.#drawn !== null && !hasChanged) return this.#drawn;
    this.#forget();
    this.#changes.observe(document, CHANGES);
    const drawn = new Drawn(this.#shadowRootOf);
    for (const _ of drawn.look());
    this.#until = performance.now() + HOLDS_MS;
    setTimeout(() => this.#drawn === drawn && this.#forget(), HOLDS_MS);
    return (this.#drawn = drawn);
  }

  async read<Result>(reading: () => Promise<Result>): Promise<Result> {
    const drawn = new Drawn(this.#shadowRootOf);
    await inSlices(drawn.look(), () => true);
    this.#held = drawn;
    try {
      return await reading();
    } finally {
      if (this.#held === drawn) this.#held = null;
    }
  }

  #forget(): void {
    this.#drawn = null;
    this.#changes.disconnect();
  }
}
