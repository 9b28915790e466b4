import { parseJson } from './json-value.ts';
import { JsonSplitter } from './json-splitter.ts';
import { PendingText } from './pending-text.ts';
import { RECORD_END } from './record-end.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from './reply-decoder.ts';

/** An event of socket.io: Engine.IO's "message" and Socket.IO's "event", then namespace and number, then a list. */
const EVENT = /^42(?:\/[^,[]*,)?\d*(?=\[)/;

/**
 * Cuts what came over a socket into its JSON: a text may be one object, hold several one after another, or be an event
 * of socket.io (https://socket.io/docs/v4/socket-io-protocol), whose name its arguments get. A text that does not
 * begin as one of these says nothing.
 */
export class FrameSplitter implements PieceSplitter {
  readonly #rest = new PendingText();
  /** A record went past every bound: nothing more is made of it. */
  #isOver = false;

  push(text: string): readonly Piece[] {
    this.#isOver ||= !this.#rest.add(text);
    if (this.#isOver || !text.includes(RECORD_END)) return [];
    const records = this.#rest.take().split(RECORD_END);
    this.#rest.add(records.pop() ?? '');
    return records.flatMap(piecesOf);
  }

  end(): readonly Piece[] {
    return this.#isOver ? [LOST_PIECE] : this.push(RECORD_END);
  }
}

function piecesOf(record: string): readonly Piece[] {
  const start = EVENT.exec(record)?.[0];
  if (start !== undefined) return eventIn(parseJson(record.slice(start.length)));
  return /^\s*[{[]/.test(record) ? new JsonSplitter().push(record + RECORD_END) : [];
}

function eventIn(list: unknown): readonly Piece[] {
  const [name, ...args]: readonly unknown[] = Array.isArray(list) ? list : [];
  if (typeof name !== 'string') return [LOST_PIECE];
  // An event without arguments may say by its name that it is over.
  const values = args.length === 0 ? [null] : args;
  return values.map((value) => ({ name, data: JSON.stringify(value) }));
}
