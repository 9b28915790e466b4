/**
 * A place in one line, as CommonMark counts it: by columns, a tab reaching to the next multiple of four. A tab may be
 * taken in part; what is left of it counts as blanks.
 */
export class LineCursor {
  readonly #text: string;
  #at = 0;
  #column = 0;
  /** Columns left of a tab that was taken in part. */
  #owed = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the rest of the line after its blanks. */
  get rest(): string {
    return this.#text.slice(this.#endOfBlanks());
  }

  /** All that is left; columns left of a tab are blanks. */
  get whole(): string {
    return ' '.repeat(this.#owed) + this.#text.slice(this.#at);
  }

  get isBlank(): boolean {
    return this.#endOfBlanks() === this.#text.length;
  }

  /** Columns of blanks here. */
  get indent(): number {
    let column = this.#column + this.#owed;
    for (let at = this.#at, end = this.#endOfBlanks(); at < end; at += 1)
      column += this.#text[at] === '\t' ? 4 - (column % 4) : 1;
    return column - this.#column;
  }

  /** Source characters passed, less the blanks that `whole` puts in front. */
  get passed(): number {
    return this.#at - this.#owed;
  }

  /** Takes blanks, at most so many columns. */
  skipBlanks(columns = Infinity): void {
    let left = columns;
    const fromTab = Math.min(left, this.#owed);
    this.#owed -= fromTab;
    this.#column += fromTab;
    left -= fromTab;
    for (let char = this.#text[this.#at]; left > 0; char = this.#text[this.#at]) {
      if (char !== ' ' && char !== '\t') return;
      const width = char === '\t' ? 4 - (this.#column % 4) : 1;
      const taken = Math.min(left, width);
      this.#at += 1;
      this.#column += taken;
      this.#owed = width - taken;
      left -= taken;
    }
  }

  /** Takes so many characters that are no blanks. */
  skip(count: number): void {
    this.#at += count;
    this.#column += count;
  }

  #endOfBlanks(): number {
    let at = this.#at;
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at += 1;
    return at;
  }
}
