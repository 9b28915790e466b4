/** How long after their last press or key a person still counts as using the page. */
export const HELD_MS = 3_000;

const HANDS = ['pointerdown', 'keydown', 'wheel', 'touchstart'];

/**
 * Watches the hands of the person in this frame. Only trusted events count, and not `input`: what we write is trusted
 * too.
 */
export class PersonInput {
  #last = -Infinity;
  readonly #written = new WeakSet<EventTarget>();

  watch(): void {
    for (const type of HANDS) {
      window.addEventListener(
        type,
        (event) => {
          if (!event.isTrusted) return;
          this.#last = performance.now();
          const [target] = event.composedPath();
          if (type === 'keydown' && target !== undefined) this.#written.add(target);
        },
        { capture: true, passive: true },
      );
    }
  }

  /** For how long they are to be left alone from now on, in milliseconds; 0: they do not use the page. */
  restMs(): number {
    return Math.max(0, this.#last + HELD_MS - performance.now());
  }

  /** They pressed keys in it: what stands there may be theirs. */
  wroteInto(field: Element): boolean {
    return this.#written.has(field);
  }
}
