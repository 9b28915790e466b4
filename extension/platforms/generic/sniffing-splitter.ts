import { JsonSplitter } from '../kit/json-splitter.ts';
import { codedLine, LineSplitter } from '../kit/line-splitter.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from '../kit/reply-decoder.ts';
import { WholeText } from '../kit/whole-text.ts';
import { EVENT_MARKUP } from '../platform.ts';
import { PLAIN_TEXT } from './vocabularies/words.ts';
import { WordEvents } from './word-events.ts';

/** So much tells how a stream is framed. */
const TELLING_CHARS = 24;
const EVENTS = /^(?:(?:message:\r?\n)?(?:data|event|id|retry)?:|(?:data|event|id|retry)[\r\n])/;
const CODED = /^(?:[0-9a-k]|aui-[a-z-]+):["{[]/;
const JSON_TEXT = /^(?:\{\s*["}]|\[\s*[[{"\]])/;
/** A page, something binary, or so little that it may be the beginning of anything. */
const NO_TEXT =
  /^<(?:!doctype|html|!DOCTYPE|HTML)\b|^(?:[0-9a-k](?::.{0,2})?|[a-z]{1,5}:?|[{[]\s*)$|[^\P{Cc}\s]/u;
/** Content types of answers that may be nothing but text. */
const TEXTS = /^(?:text\/(?:plain|markdown)|application\/octet-stream|$)/;

/** Finds out by its first characters how a stream is framed: what its content type says is often not so. */
export class SniffingSplitter implements PieceSplitter {
  readonly #contentType: string;
  #start = '';
  #splitter: PieceSplitter | null = null;

  constructor(contentType: string) {
    this.#contentType = contentType;
    const isEvents = contentType.startsWith('text/event-stream');
    if (isEvents) this.#splitter = new WordEvents(contentType === EVENT_MARKUP);
  }

  push(text: string): readonly Piece[] {
    if (this.#splitter !== null) return this.#splitter.push(text);
    this.#start = (this.#start + text).trimStart();
    return this.#start.length < TELLING_CHARS ? [] : this.#begin();
  }

  end(): readonly Piece[] {
    const first = this.#splitter === null ? this.#begin() : [];
    return [...first, ...(this.#splitter?.end() ?? [])];
  }

  #begin(): readonly Piece[] {
    this.#splitter = this.#chosen();
    return this.#splitter.push(this.#start);
  }

  #chosen(): PieceSplitter {
    if (EVENTS.test(this.#start)) return new WordEvents(false);
    // Rows of React's look the same, and are numbered.
    const isCoded = CODED.test(this.#start) && !this.#contentType.includes('x-component');
    if (isCoded) return new LineSplitter(codedLine);
    if (JSON_TEXT.test(this.#start)) return new JsonSplitter();
    return TEXTS.test(this.#contentType) ? new PlainText() : new JsonSplitter();
  }
}

/** Text that is the answer itself comes as a JSON text, as all pieces are JSON. */
class PlainText implements PieceSplitter {
  readonly #whole = new WholeText();

  push(text: string): readonly Piece[] {
    return this.#whole.push(text);
  }

  end(): readonly Piece[] {
    return this.#whole.end().map(({ data }) => {
      if (data === null || NO_TEXT.test(data)) return LOST_PIECE;
      return { name: PLAIN_TEXT, data: JSON.stringify(data) };
    });
  }
}
