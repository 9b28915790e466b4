/** Long enough not to begin like another by chance. */
const TELLING = 6;
/** A cursor and the like, which stands behind a text only while it grows. */
const TAIL = 2;

/**
 * A text in pieces of which nothing says what they are: what is new each time, or all there is so far. The first of
 * them all tells: pieces of the second kind begin with those before.
 */
export class PieceText {
  readonly #pieces: string[] = [];

  /** Returns the text that this piece seems to add. */
  add(piece: string): string {
    const before = this.#pieces.at(-1) ?? '';
    if (piece !== '') this.#pieces.push(piece);
    const grows = before.length >= TELLING && piece.startsWith(before);
    return grows ? piece.slice(before.length) : piece;
  }

  /** Null: it fits neither kind. */
  whole(): string | null {
    const earlier = this.#pieces.slice(0, -1);
    const last = this.#pieces.at(-1) ?? '';
    const grows = earlier.every((piece, index) => this.#pieces[index + 1]?.startsWith(piece));
    if (grows && earlier.some((piece) => piece !== last)) return last;
    const isLike = earlier.every((piece) => last.startsWith(piece.slice(0, -TAIL)));
    if (isLike && earlier.some((piece) => piece.length >= TELLING)) return null;
    return this.#pieces.join('');
  }
}
