/** More than any site has ever sent in one piece: what never ends is not a reply. */
const MAX_PENDING_CHARS = 16 * 2 ** 20;

/** The beginning of a piece whose end has not come. Adding to it costs what is added, however long it is already. */
export class PendingText {
  #parts: string[] = [];
  #length = 0;

  /** False: it is longer than any real one, and is dropped. */
  add(text: string): boolean {
    this.#length += text.length;
    // guard: bounded-streams
    if (this.#length > MAX_PENDING_CHARS) {
      this.#parts = [];
      return false;
    }
    this.#parts.push(text);
    return true;
  }

  /** All of it; nothing is pending any more. */
  take(): string {
    const whole = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return whole;
  }
}
