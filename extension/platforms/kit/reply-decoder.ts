import { parseJson } from './json-value.ts';
import type { ReplyEvent } from './reply-event.ts';

/** Understands the JSON values of a reply, one after the other. */
export interface ReplyReader {
  /** `name`: of the server-sent event, the socket.io event or the line. */
  read(value: unknown, name: string): readonly ReplyEvent[];
  /** Words where JSON is expected: some sites tell an error so. The reply is damaged all the same. */
  readWords?(words: string, name: string): readonly ReplyEvent[];
  /** The stream said that nothing follows (`[DONE]`). */
  done?(): readonly ReplyEvent[];
  /** The transfer came to its end whole. One that was cut has no end. */
  end?(): readonly ReplyEvent[];
  /** Nothing has come for a while, and the page shows that it waits for nothing. */
  atRest?(): readonly ReplyEvent[];
}

/** A piece of a stream that should be one JSON value; null: something stood here that is no piece at all. */
export interface Piece {
  readonly data: string | null;
  readonly name?: string;
}

export const LOST_PIECE: Piece = { data: null };

/** Cuts a stream into its pieces, however it is split between calls. */
export interface PieceSplitter {
  push(text: string): readonly Piece[];
  end(): readonly Piece[];
}

/** Values that sites write where JSON is expected, and that mean nothing. */
const EMPTY = new Set(['true', '']);
const DONE = '[DONE]';

/**
 * Every reply is read by this: a splitter knows how it is framed, a reader what its values mean. The events are the
 * same however the text is split. A reply with a piece that is not the JSON it should be may have a hole: it is
 * damaged, and has no final; what the history or the page shows counts then. No adapter can make a decoder of its own.
 */
export class ReplyDecoder {
  readonly #splitter: PieceSplitter;
  readonly #reader: ReplyReader;
  #isDamaged = false;

  constructor(splitter: PieceSplitter, reader: ReplyReader) {
    this.#splitter = splitter;
    this.#reader = reader;
  }

  push(text: string): readonly ReplyEvent[] {
    return this.#splitter.push(text).flatMap((piece) => this.#read(piece));
  }

  /** The transfer came to its end whole. Not called of one that was cut: what it held stays unsaid. */
  end(): readonly ReplyEvent[] {
    const last = this.#splitter.end().flatMap((piece) => this.#read(piece));
    return [...last, ...this.#sound(this.#reader.end?.() ?? [])];
  }

  atRest(): readonly ReplyEvent[] {
    return this.#sound(this.#reader.atRest?.() ?? []);
  }

  #read({ data, name = 'message' }: Piece): readonly ReplyEvent[] {
    const text = data?.trim() ?? null;
    if (text === DONE) return this.#sound(this.#reader.done?.() ?? []);
    if (text !== null && EMPTY.has(text)) return [];
    const value = text === null ? undefined : parseJson(text);
    if (value !== undefined) return this.#sound(this.#reader.read(value, name));
    this.#isDamaged = true; // guard: damage-is-no-final
    return text === null ? [] : this.#sound(this.#reader.readWords?.(text, name) ?? []);
  }

  #sound(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
    return this.#isDamaged ? events.filter(({ type }) => type !== 'final') : events;
  }
}
