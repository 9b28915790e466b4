/** Some models write their thinking into the answer itself; it never counts as answer. */
const LEADING_THOUGHT = /^\s*<think>(?:[^]*?<\/think>\s*|[^]*$)/;
const OPENING = '<think>';
const CLOSING = '</think>';

export function withoutThought(text: string): string {
  return text.replace(LEADING_THOUGHT, '');
}

/** The same for text that comes in pieces: gives what of each is answer, as soon as that is known. */
export class ThoughtFilter {
  #read: (text: string) => string = (text) => this.#begin(text);
  #held = '';

  push(piece: string): string {
    const text = this.#held + piece;
    this.#held = '';
    return this.#read(text);
  }

  #begin(text: string): string {
    const begun = text.trimStart();
    if (begun.startsWith(OPENING)) {
      this.#read = (rest) => this.#think(rest);
      return this.#think(begun);
    }
    if (!OPENING.startsWith(begun)) return this.#answer(text);
    this.#held = text; // It may become the tag yet.
    return '';
  }

  #think(text: string): string {
    const end = text.indexOf(CLOSING);
    if (end < 0) {
      this.#held = text.slice(1 - CLOSING.length); // The tag may lie across two pieces.
      return '';
    }
    this.#read = (rest) => this.#skipBlank(rest);
    return this.#skipBlank(text.slice(end + CLOSING.length));
  }

  #skipBlank(text: string): string {
    const answer = text.trimStart();
    return answer === '' ? '' : this.#answer(answer);
  }

  #answer(text: string): string {
    this.#read = (rest) => rest;
    return text;
  }
}
