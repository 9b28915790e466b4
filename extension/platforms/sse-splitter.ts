export interface SseEvent {
  /** `message` when the block names none. */
  readonly name: string;
  readonly data: string;
}

/**
 * Cuts a text/event-stream into events, however the text is split between calls.
 * Comments and blocks without data are dropped, as the HTML standard says
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream).
 */
export class SseSplitter {
  #rest = '';
  #name = '';
  #data: string[] = [];

  push(text: string): readonly SseEvent[] {
    this.#rest += text;
    const events: SseEvent[] = [];
    for (;;) {
      const end = /\r\n|\n|\r(?=[^])/.exec(this.#rest); // A last lone CR may be half of a CRLF: it waits.
      if (!end) return events;
      const line = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      if (line === '') events.push(...this.#dispatch());
      else this.#take(line);
    }
  }

  /** The stream closed. A last block without its blank line counts here: some servers forget it. */
  end(): readonly SseEvent[] {
    const line = this.#rest.replace(/\r$/, '');
    this.#rest = '';
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
    return empty ? [] : [event];
  }
}
