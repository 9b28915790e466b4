import { isObject, parseJson } from '../kit/json-value.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from '../kit/reply-decoder.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { textOfMarkup } from './markup-text.ts';
import { isNoAnswer, isOfReply, wordsOf } from './names.ts';
import { endIn } from './scored-end.ts';

/** The name that the text of an event gets which is not JSON. */
export const EVENT_TEXT = 'text/event-stream';
/** The name that the end of such texts gets. */
export const EVENT_TEXT_END = 'text/event-stream; end';
const DONE = '[DONE]';

/**
 * Events whose data is the text itself, and no JSON: the first that can be only one of both tells. A number or a word
 * in quotes can be either, and waits. All pieces are JSON, so a text comes as a JSON text.
 */
export class WordEvents implements PieceSplitter {
  readonly #splitter = new SseSplitter();
  readonly #isMarkup: boolean;
  #held: Piece[] = [];
  #areWords: boolean | null = null;

  /** @param isMarkup The page puts what comes into itself as it is. */
  constructor(isMarkup: boolean) {
    this.#isMarkup = isMarkup;
    if (isMarkup) this.#areWords = true;
  }

  push(text: string): readonly Piece[] {
    return this.#splitter.push(text).flatMap((piece) => this.#take(piece));
  }

  end(): readonly Piece[] {
    const last = this.#splitter.end().flatMap((piece) => this.#take(piece));
    return [...last, ...this.#held.splice(0)];
  }

  #take(piece: Piece): readonly Piece[] {
    this.#areWords ??= areWords(piece);
    if (this.#areWords === null) {
      this.#held.push(piece);
      return [];
    }
    const pieces = [...this.#held.splice(0), piece];
    return this.#areWords ? pieces.flatMap((each) => this.#asText(each)) : pieces;
  }

  #asText(piece: Piece): readonly Piece[] {
    const { data, name = 'message' } = piece;
    if (data === null || data.trim() === DONE) return [piece];
    // Nobody knows whether it is of the text; it may tell an error.
    if (isObject(parseJson(data))) return [LOST_PIECE, piece];
    const end = endIn(wordsOf(name));
    if (end === 'turn') return [{ name: EVENT_TEXT_END, data: JSON.stringify(data) }];
    if (end === 'part' || isNoAnswer(name)) return [];
    if (!isOfReply(name)) return [piece];
    return this.#isMarkup ? ofMarkup(data) : [{ name: EVENT_TEXT, data: JSON.stringify(data) }];
  }
}

/** Null: it can be either. */
function areWords({ data, name = 'message' }: Piece): boolean | null {
  if (data === null || name === 'error') return false;
  if (data.trim() === DONE || data.trim() === '') return null;
  // What begins like JSON and is none is broken.
  if (/^\s*[[{]/.test(data)) return false;
  const isAnswer = isOfReply(name) && !isNoAnswer(name);
  return parseJson(data) === undefined && isAnswer ? true : null;
}

function ofMarkup(markup: string): readonly Piece[] {
  const { text, isError } = textOfMarkup(markup);
  if (text === null) return [LOST_PIECE];
  if (isError) return [{ name: 'error', data: JSON.stringify({ error: text }) }];
  if (isObject(parseJson(text))) return [LOST_PIECE, { name: 'message', data: text }];
  return [{ name: EVENT_TEXT, data: JSON.stringify(text) }];
}
