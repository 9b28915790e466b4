import { PendingText } from './pending-text.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from './reply-decoder.ts';

const MAX_EVENT_CHARS = 32 * 2 ** 20;
/** `id` and `retry` are for those who connect again. */
const OTHER_FIELDS = new Set(['id', 'retry']);
/** Flowise writes it before each event (npm flowise-embed 3, 2026-11): the name that every event has unless told. */
const NO_FIELD = 'message:';

/**
 * Cuts a text/event-stream into events, however the text is split between calls.
 * Comments and blocks without data are dropped, as the HTML standard says
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). A field that the standard
 * does not know is no event of a whole stream, but a bare JSON object is: servers write errors so.
 */
export class SseSplitter implements PieceSplitter {
  readonly #pending = new PendingText();
  #heldCr = false;
  #eventChars = 0;
  /** true: past every bound, so the rest is dropped. */
  #isOver = false;
  #name = '';
  #data: string[] = [];

  push(text: string): readonly Piece[] {
    if (!this.#hold(text)) return [];
    if (!this.#heldCr && !/[\r\n]/.test(text)) return [];
    const lines = this.#pending.take();
    const events: Piece[] = [];
    const end = /\r\n|\n|\r(?=[^])/g; // A last lone CR may be half of a CRLF: it waits.
    let from = 0;
    for (let found = end.exec(lines); found !== null; found = end.exec(lines)) {
      const line = lines.slice(from, found.index);
      from = end.lastIndex;
      events.push(...(line === '' ? this.#dispatch() : this.#take(line)));
    }
    this.#pending.add(lines.slice(from));
    this.#heldCr = lines.endsWith('\r');
    return events;
  }

  /** A line, or an event of many lines, that never ends is not kept. */
  #hold(text: string): boolean {
    this.#eventChars += text.length;
    this.#isOver ||= this.#eventChars > MAX_EVENT_CHARS || !this.#pending.add(text);
    if (this.#isOver) this.#data = [];
    return !this.#isOver;
  }

  /** The stream closed. A last block without its blank line counts here: some servers forget it. */
  end(): readonly Piece[] {
    if (this.#isOver) return [LOST_PIECE];
    const line = this.#pending.take().replace(/\r$/, '');
    const bare = line === '' ? [] : this.#take(line);
    return [...bare, ...this.#dispatch()];
  }

  #take(line: string): readonly Piece[] {
    if (line.startsWith('{')) {
      const piece = { name: this.#name || 'message', data: line };
      // It stands in the middle of an event, which nobody ended.
      const isWithin = this.#data.length > 0;
      this.#data = [];
      return isWithin ? [LOST_PIECE, piece] : [piece];
    }
    const colon = line.indexOf(':');
    if (colon === 0 || line === NO_FIELD) return [];
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#name = value;
    else if (field === 'data') this.#data.push(value);
    else if (!OTHER_FIELDS.has(field)) return [LOST_PIECE];
    return [];
  }

  #dispatch(): readonly Piece[] {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') };
    const empty = this.#data.length === 0;
    this.#name = '';
    this.#data = [];
    this.#eventChars = 0;
    return empty ? [] : [event];
  }
}
