import type { UnreadReason } from '../messages/page-messages.ts';
import type { Exchange, ExchangeEnd } from './exchange.ts';
import { pause } from './pause.ts';

/** A person need not wait for a minute until they are told; most replies that come another way have begun by then. */
const TOLD_AFTER_MS = 45_000;
const LOOK_MS = 5_000;
/** A page makes its request so soon after a press, or in a way that is not seen. */
const LEAVES_WITHIN_MS = 5_000;

/** Dependencies of the watch on its page, and its reports to it. */
export interface UnreadSurroundings {
  /** Does the page read a reply, or show that one is being written? */
  readonly isWriting: () => boolean;
  /** Returns the text in the composer. */
  readonly written: () => string;
  /** Does the page show this text, wherever that is? */
  readonly shows: (text: string) => boolean;
  readonly unread: (reason: UnreadReason) => void;
}

interface Unread {
  /** Null: a person sent something, and no request was seen that carried it. */
  readonly exchange: Exchange | null;
  end: ExchangeEnd | null;
  lastSignAt: number;
}

/** Tells that the reply to what was sent last cannot be read, and why, once the page has been at rest for a while. */
export class UnreadWatch {
  readonly #around: UnreadSurroundings;
  readonly #signal: AbortSignal;
  #newest: Unread | null = null;
  #presses = 0;
  #begun = 0;

  constructor(around: UnreadSurroundings, signal: AbortSignal) {
    this.#around = around;
    this.#signal = signal;
  }

  /** A person has written something, and pressed what may send it. */
  async pressed(): Promise<void> {
    const text = this.#around.written();
    this.#presses += 1;
    const [presses, begun] = [this.#presses, this.#begun];
    await pause(LEAVES_WITHIN_MS, this.#signal);
    const isNews = presses === this.#presses && begun === this.#begun && !this.#signal.aborted;
    // The page took it: a composer alone may have been emptied by hand.
    if (isNews && this.#around.written() === '' && this.#around.shows(text)) this.#begin(null);
  }

  sent(exchange: Exchange): void {
    if (exchange.send !== null) this.#begin(exchange);
  }

  /** Something of its reply came. */
  heard(exchange: Exchange): void {
    if (this.#newest?.exchange === exchange) this.#newest.lastSignAt = Date.now();
  }

  over(exchange: Exchange, end: ExchangeEnd): void {
    if (this.#newest?.exchange !== exchange) return;
    this.#newest.end = end;
    this.#newest.lastSignAt = Date.now();
  }

  /** Ends the watch on an exchange: its reply was read, or its failure was reported. */
  read(exchange: Exchange): void {
    if (this.#newest?.exchange === exchange) this.#newest = null;
  }

  #begin(exchange: Exchange | null): void {
    const one = { exchange, end: null, lastSignAt: Date.now() };
    this.#newest = one;
    this.#begun += 1;
    void this.#watch(one);
  }

  async #watch(one: Unread): Promise<void> {
    while (Date.now() - one.lastSignAt < TOLD_AFTER_MS) {
      await pause(LOOK_MS, this.#signal);
      if (this.#signal.aborted || this.#newest !== one) return;
      if (this.#around.isWriting()) one.lastSignAt = Date.now();
    }
    const reason = reasonOf(one);
    if (reason !== null) this.#around.unread(reason);
  }
}

/** Null: it broke off, and nothing can be said of it. */
function reasonOf({ exchange, end }: Unread): UnreadReason | null {
  if (exchange === null) return 'unseen';
  if (end === null) return 'silent';
  return end === 'cut' ? null : 'unknown_words';
}
