/** A shorter piece may begin like the text before it by chance. */
const TELLING = 8;

/**
 * A text that comes in pieces. Most replies send what is new; some send all there is so far, again and again
 * (site.md, Replies). Such a one is known by pieces that begin with the piece before.
 */
export class GrowingText {
  readonly #pieces: string[] = [];
  #repeats = false;

  /** Returns the text that this piece adds. */
  add(piece: string): string {
    const before = this.#pieces.at(-1) ?? '';
    const isRepeat = before.length >= TELLING && piece.startsWith(before);
    this.#repeats ||= isRepeat;
    this.#pieces.push(piece);
    return isRepeat ? piece.slice(before.length) : piece;
  }

  get whole(): string {
    if (!this.#repeats) return this.#pieces.join('');
    return this.#pieces.reduce(
      (text, piece) => (piece.startsWith(text) ? piece : text + piece),
      '',
    );
  }
}
