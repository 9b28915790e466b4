import { PendingText } from './pending-text.ts';

export interface SseEvent {
  /** `message` when the block names none. */
  readonly name: string;
  readonly data: string;
}

const MAX_EVENT_CHARS = 32 * 2 ** 20;

/**
 * Cuts a text/event-stream into events, however the text is split between calls.
 * Comments and blocks without data are dropped, as the HTML standard says
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream).
 */
export class SseSplitter {
  readonly #pending = new PendingText();
  #heldCr = false;
  #eventChars = 0;
  /** It went past every bound: nothing more is made of it. */
  #isOver = false;
  #name = '';
  #data: string[] = [];

  push(text: string): readonly SseEvent[] {
    if (!this.#hold(text)) return [];
    if (!this.#heldCr && !/[\r\n]/.test(text)) return [];
    const lines = this.#pending.take();
    const events: SseEvent[] = [];
    const end = /\r\n|\n|\r(?=[^])/g; // A last lone CR may be half of a CRLF: it waits.
    let from = 0;
    for (let found = end.exec(lines); found !== null; found = end.exec(lines)) {
      const line = lines.slice(from, found.index);
      from = end.lastIndex;
      if (line === '') events.push(...this.#dispatch());
      else this.#take(line);
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
  end(): readonly SseEvent[] {
    if (this.#isOver) return [];
    const line = this.#pending.take().replace(/\r$/, '');
    if (line !== '') this.#take(line);
    return this.#dispatch();
  }

  #take(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
  }

  #dispatch(): readonly SseEvent[] {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') };
    const empty = this.#data.length === 0;
    this.#name = '';
    this.#data = [];
    this.#eventChars = 0;
    return empty ? [] : [event];
  }
}
