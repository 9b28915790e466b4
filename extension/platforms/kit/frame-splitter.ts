import { isObject, parseJson } from './json-value.ts';
import { JsonSplitter } from './json-splitter.ts';
import { PendingText } from './pending-text.ts';
import { RECORD_END } from './record-end.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from './reply-decoder.ts';

/** An event of socket.io: Engine.IO's "message" and Socket.IO's "event", then namespace and number, then a list. */
const EVENT = /^42(?:\/[^,[]*,)?\d*(?=\[)/;

/** A packet of SockJS, whose texts stand in a list: https://github.com/sockjs/sockjs-protocol. */
const LIST = /^a?(\[[^]*)$/;
/** Command and headers of a STOMP frame, before its body: https://stomp.github.io/stomp-specification-1.2.html. */
const HEAD = /^(?:SEND|MESSAGE)\r?\n(?:[^\n:]+:[^\n]*\n)*\r?\n/;

/**
 * Cuts what came over a socket into its JSON: a text may be one object, hold several one after another, or be an event
 * of socket.io (https://socket.io/docs/v4/socket-io-protocol), whose name its arguments get. A text that does not
 * begin as one of these says nothing, unless it goes by a name: then it is a JSON text.
 */
export class FrameSplitter implements PieceSplitter {
  readonly #rest = new PendingText();
  /** A record went past every bound: nothing more is made of it. */
  #isOver = false;
  readonly #nameOfText: string | null;

  /** @param nameOfText Name of texts that are nothing but text; null: there are none that matter. */
  constructor(nameOfText: string | null = null) {
    this.#nameOfText = nameOfText;
  }

  push(text: string): readonly Piece[] {
    this.#isOver ||= !this.#rest.add(text);
    if (this.#isOver || !text.includes(RECORD_END)) return [];
    const records = this.#rest.take().split(RECORD_END);
    this.#rest.add(records.pop() ?? '');
    return records.flatMap((record) => piecesOf(record, this.#nameOfText));
  }

  end(): readonly Piece[] {
    return this.#isOver ? [LOST_PIECE] : this.push(RECORD_END);
  }
}

function piecesOf(record: string, nameOfText: string | null): readonly Piece[] {
  const start = EVENT.exec(record)?.[0];
  if (start !== undefined) return eventIn(parseJson(record.slice(start.length)));
  const list = parseJson(LIST.exec(record)?.[1] ?? '');
  if (Array.isArray(list) && isNamed(list)) return eventIn(list.slice(-2));
  if (Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === 'string'))
    return list.flatMap((each: string) => piecesOf(each, nameOfText));
  const head = HEAD.exec(record)?.[0];
  if (head !== undefined) return piecesOf(record.slice(head.length), null);
  if (/^\s*[{[]/.test(record) && (nameOfText === null || parseJson(record) !== undefined))
    return new JsonSplitter().push(record + RECORD_END);
  const isText = nameOfText !== null && record.trim() !== '';
  return isText ? [{ name: nameOfText, data: JSON.stringify(record) }] : [];
}

/** A list that ends with an event's name and its fields, as of Phoenix channels. */
function isNamed(list: readonly unknown[]): boolean {
  return typeof list.at(-2) === 'string' && isObject(list.at(-1));
}

function eventIn(list: unknown): readonly Piece[] {
  const [name, ...args]: readonly unknown[] = Array.isArray(list) ? list : [];
  if (typeof name !== 'string') return [LOST_PIECE];
  // An event without arguments may say by its name that it is over.
  const values = args.length === 0 ? [null] : args;
  return values.map((value) => ({ name, data: JSON.stringify(value) }));
}
