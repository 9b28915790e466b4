import { PendingText } from './pending-text.ts';

/**
 * Cuts JSON lines, however the text is split between calls. A JSON object spread over many lines comes out
 * whole at the end, when nothing before it was an object of its own.
 */
export class LineSplitter {
  readonly #rest = new PendingText();
  readonly #loose = new PendingText();
  #hasLoose = false;
  /** It went past every bound: nothing more is made of it. */
  #isOver = false;

  push(text: string): readonly { readonly data: string }[] {
    // Some sites pad tokens with NULs so that their length gives nothing away.
    const said = text.replaceAll('\0', '');
    this.#isOver ||= !this.#rest.add(said);
    if (this.#isOver || !said.includes('\n')) return [];
    const lines = this.#rest.take().split('\n');
    this.#rest.add(lines.pop() ?? '');
    return lines.flatMap((line) => this.#line(line));
  }

  end(): readonly { readonly data: string }[] {
    const rest = this.#line(this.#rest.take());
    const loose = this.#loose.take();
    this.#hasLoose = false;
    if (this.#isOver) return [];
    return rest.length > 0 || loose === '' ? rest : [{ data: loose }];
  }

  #line(line: string): readonly { readonly data: string }[] {
    const data = line.trim().replace(/^data:\s*/, '');
    if (!this.#hasLoose && (data === '[DONE]' || /^\{.*\}$/s.test(data))) return [{ data }];
    if (data === '') return [];
    this.#hasLoose = true;
    this.#isOver ||= !this.#loose.add(`${line}\n`);
    return [];
  }
}
