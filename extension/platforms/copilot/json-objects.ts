import { PendingText } from '../pending-text.ts';

/** Cuts a text into the JSON objects that stand in it one after another, however it is split between calls. */
export class JsonObjects {
  readonly #rest = new PendingText();
  /** An object went past every bound: nothing more is made of it. */
  #isOver = false;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  push(text: string): readonly string[] {
    const objects: string[] = [];
    let from = 0;
    for (let at = 0; at < text.length && !this.#isOver; at += 1) {
      const wasOutside = this.#depth === 0;
      this.#step(text[at] ?? '');
      if (wasOutside) from = at;
      if (wasOutside || this.#depth > 0) continue;
      this.#isOver = !this.#rest.add(text.slice(from, at + 1));
      objects.push(this.#rest.take());
    }
    if (this.#depth > 0) this.#isOver ||= !this.#rest.add(text.slice(from));
    return this.#isOver ? [] : objects;
  }

  #step(char: string): void {
    if (this.#isInString) {
      if (char === '"' && !this.#isEscaped) this.#isInString = false;
      this.#isEscaped = char === '\\' && !this.#isEscaped;
    } else if (char === '{') this.#depth += 1;
    else if (this.#depth > 0 && char === '}') this.#depth -= 1;
    else if (this.#depth > 0 && char === '"') this.#isInString = true;
  }
}
