/** Cuts a text into the JSON objects that stand in it one after another, however it is split between calls. */
export class JsonObjects {
  #rest = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  push(text: string): readonly string[] {
    const objects: string[] = [];
    for (const char of text) {
      if (this.#depth > 0 || char === '{') this.#rest += char;
      this.#step(char);
      if (this.#depth > 0 || this.#rest === '') continue;
      objects.push(this.#rest);
      this.#rest = '';
    }
    return objects;
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
