import { parseJson } from './json-value.ts';
import type { ReplyDecoder, ReplyEvent } from './platform.ts';

/** Understands the JSON values of a reply, one after the other. */
export interface ReplyReader {
  /** `name`: of the server-sent event. A `value` of undefined was no JSON: something may be missing. */
  read(value: unknown, name: string): readonly ReplyEvent[];
  /** The stream closed. */
  end(): readonly ReplyEvent[];
}

interface Piece {
  readonly data: string;
  readonly name?: string;
}

/** Cuts a stream into the texts of single JSON values, however it is split between calls. */
export interface PieceSplitter {
  push(text: string): readonly Piece[];
  end(): readonly Piece[];
}

/** What sites write where JSON is expected, to say that nothing follows. */
const SENTINELS = new Set(['[DONE]', 'true', '']);

/** A reply that is a row of JSON values: a splitter knows how they are framed, a reader what they mean. */
export class JsonReplyDecoder implements ReplyDecoder {
  readonly #splitter: PieceSplitter;
  readonly #reader: ReplyReader;

  constructor(splitter: PieceSplitter, reader: ReplyReader) {
    this.#splitter = splitter;
    this.#reader = reader;
  }

  push(text: string): readonly ReplyEvent[] {
    return this.#read(this.#splitter.push(text));
  }

  end(): readonly ReplyEvent[] {
    return [...this.#read(this.#splitter.end()), ...this.#reader.end()];
  }

  #read(pieces: readonly Piece[]): readonly ReplyEvent[] {
    return pieces
      .filter(({ data }) => !SENTINELS.has(data.trim()))
      .flatMap(({ data, name }) => this.#reader.read(parseJson(data), name ?? 'message'));
  }
}
