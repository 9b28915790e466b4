import type { Piece } from '../platforms/kit/reply-decoder.ts';
import { SseSplitter } from '../platforms/kit/sse-splitter.ts';
import type { Exchange } from './exchange.ts';
import type { SourceReplies } from './source-replies.ts';

/** Long enough not to stand in an address and an answer by chance. */
const ID = /^[\w.:~-]{6,200}$/;

/** A stream of events that the page asks for beside its sends, read as an EventSource's. */
export class EventStreamReading {
  readonly #sources: SourceReplies;
  readonly #source: number;
  readonly #of: Exchange | null;
  readonly #splitter = new SseSplitter();
  /** The page may read it twice; null before it does. */
  #reading: number | null = null;

  /** @param of The send that it brings the reply to, and nothing else; null: it may bring anything. */
  constructor(sources: SourceReplies, source: number, of: Exchange | null) {
    this.#sources = sources;
    this.#source = source;
    this.#of = of;
  }

  push(reading: number, text: string): void {
    this.#reading ??= reading;
    if (this.#reading === reading) this.#take(this.#splitter.push(text));
  }

  end(reading: number, isComplete: boolean): void {
    if ((this.#reading ?? reading) !== reading) return;
    if (isComplete) this.#take(this.#splitter.end());
    this.#sources.closed(this.#source, this.#of, isComplete || this.#of === null);
  }

  #take(pieces: readonly Piece[]): void {
    for (const { data, name = 'message' } of pieces) {
      if (data === null) continue;
      this.#sources.take({ source: this.#source, name, text: data }, this.#of);
    }
  }
}

/** Does the address hold an id that the answer to a send, and not the send, was the first to say? */
export function isNamedFirst(url: string, body: string, answer: string): boolean {
  const { pathname, searchParams } = new URL(url);
  // In Firefox what `values` gives to a content script cannot be iterated.
  const said = [...searchParams].map(([, value]) => value);
  const names = [...pathname.split('/'), ...said].filter((name) => ID.test(name));
  return names.some((name) => answer.includes(name) && !body.includes(name));
}
