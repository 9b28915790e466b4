import { PendingText } from './pending-text.ts';

/** Cuts a text into its lines, however it is split between calls. Line ends are LF or CRLF. */
export class Lines {
  readonly #rest = new PendingText();
  /** A line went past every bound: nothing more is made of it. */
  #isOver = false;

  push(text: string): readonly string[] {
    this.#isOver ||= !this.#rest.add(text);
    if (this.#isOver || !text.includes('\n')) return [];
    const lines = this.#rest.take().split('\n');
    this.#rest.add(lines.pop() ?? '');
    return lines.map(withoutCarriageReturn);
  }

  /** The text is over: what is left is a line too. */
  end(): readonly string[] {
    const rest = this.#isOver ? '' : this.#rest.take();
    return rest === '' ? [] : [withoutCarriageReturn(rest)];
  }
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
