import { isOrigin } from '../messages/model-origins.ts';
import { MAX_ASKED_AT } from '../messages/page-messages.ts';
import type { TapLink } from './connect-tap.ts';

/**
 * Where the page sent the last message that nobody read an answer to: at other origins than its own, of which the tap
 * tells the name alone. Whether what goes there may be read is a person's to say, in the popup.
 */
export class AskedElsewhere {
  readonly #send: TapLink['send'];
  readonly #onChange: () => void;
  /** The newest last. */
  #origins: readonly string[] = [];
  #isAnswered = true;

  constructor(send: TapLink['send'], onChange: () => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  get origins(): readonly string[] {
    return this.#origins;
  }

  /** A person pressed what may send this, or Baton is about to. */
  seek(text: string): void {
    const words = text.trim();
    if (words === '') return;
    this.#isAnswered = false;
    // With its quotes: a short message is a part of many words.
    this.#send({ kind: 'seek', text: JSON.stringify(words) });
  }

  /** Notes an origin that the tap reports, which comes from the page's realm. */
  told(origin: string): void {
    if (this.#isAnswered || !isOrigin(origin) || origin === location.origin) return;
    if (this.#origins.includes(origin)) return;
    this.#origins = [...this.#origins, origin].slice(-MAX_ASKED_AT);
    this.#onChange();
  }

  /** A reply was read: wherever else the message went is nobody's model. */
  answered(): void {
    this.#isAnswered = true;
    if (this.#origins.length === 0) return;
    this.#origins = [];
    this.#onChange();
  }
}
