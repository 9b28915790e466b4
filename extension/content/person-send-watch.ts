import type { Composer } from './composer.ts';

/** Keys that write: the character itself, or the names that input methods and screen keyboards give. */
const WRITES = /^(?:.|Process|Unidentified|Dead)$/su;
const SENDS = /^(?:Enter| )$/;

/**
 * Sees a person write a message and press what may send it. An address can bring words along, and a page that sends
 * those by itself does so for whoever made the link: a person's own begin in an empty composer. Only trusted events count.
 */
export class PersonSendWatch {
  readonly #composer: Pick<Composer, 'isComposer' | 'text'>;
  readonly #onSend: () => void;
  /** true: a person began the text in the composer. */
  #isOwn = false;

  constructor(
    composer: Pick<Composer, 'isComposer' | 'text'>,
    onSend: () => void,
    signal: AbortSignal,
  ) {
    this.#composer = composer;
    this.#onSend = onSend;
    const options = { capture: true, passive: true, signal };
    for (const type of ['keydown', 'paste', 'drop', 'pointerdown']) {
      document.addEventListener(type, (event) => this.#hear(event), options);
    }
  }

  /** A person had Baton put words into the composer. */
  drafted(): void {
    this.#isOwn = true;
  }

  #hear(event: Event): void {
    if (!event.isTrusted) return;
    const key = 'key' in event ? String(event.key) : null;
    if (event.type === 'pointerdown' || (key !== null && SENDS.test(key))) {
      if (this.#isEmpty()) this.#isOwn = false;
      else if (this.#isOwn) this.#onSend();
    }
    const writes = event.type !== 'pointerdown' && (key === null || WRITES.test(key));
    if (this.#isOwn || !writes) return;
    const isInComposer = event.composedPath().some((target) => this.#composer.isComposer(target));
    this.#isOwn = isInComposer && this.#isEmpty(); // guard: own-hand
  }

  #isEmpty(): boolean {
    return this.#composer.text().trim() === '';
  }
}
