import { PendingText } from './pending-text.ts';
import { RECORD_END } from './record-end.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from './reply-decoder.ts';

const MARK = new RegExp(`["\\\\{}\\n${RECORD_END}]`, 'g');
/** Characters between objects, as in a list of them. */
const BETWEEN = /^[\s,[\]]*$/;

/**
 * Cuts a text into the JSON objects that stand in it one after another: one a line, spread over lines, in a list.
 * What else stands there comes out as it is, line by line.
 */
export class JsonSplitter implements PieceSplitter {
  readonly #rest = new PendingText();
  /** A piece went past every bound: nothing more is made of it. */
  #isOver = false;
  #depth = 0;
  #isInString = false;
  /** How much came before this text, and where in all of it stands what a backslash takes the meaning of. */
  #offset = 0;
  #escaped = -1;

  push(text: string): readonly Piece[] {
    if (this.#isOver) return [];
    // Some sites pad tokens with NULs so that their length gives nothing away.
    const said = text.replaceAll('\0', '');
    const pieces: Piece[] = [];
    let from = 0;
    for (const { 0: mark, index } of said.matchAll(MARK)) {
      const isEscaped = this.#offset + index === this.#escaped;
      if (isEscaped && mark !== '\n' && mark !== RECORD_END) continue;
      const to = this.#step(mark, index);
      if (to === null) continue;
      pieces.push(...this.#cut(said.slice(from, to)));
      from = to;
    }
    this.#offset += said.length;
    this.#isOver ||= !this.#rest.add(said.slice(from));
    return pieces;
  }

  end(): readonly Piece[] {
    return this.#isOver ? [LOST_PIECE] : this.#cut('');
  }

  /** Up to where this mark ends a piece; null where it ends none. */
  #step(mark: string, index: number): number | null {
    if (mark === '\n' || mark === RECORD_END) {
      // Neither stands in a string of JSON: what was open is broken.
      const isBroken = this.#isInString || mark === RECORD_END;
      if (!isBroken && this.#depth > 0) return null;
      this.#isInString = false;
      this.#depth = 0;
      return mark === '\n' ? index : index + 1;
    }
    if (mark === '"') this.#isInString = !this.#isInString;
    else if (this.#isInString) {
      if (mark === '\\') this.#escaped = this.#offset + index + 1;
    } else if (mark === '{') return this.#depth++ === 0 ? index : null;
    else if (mark === '}' && this.#depth > 0) return --this.#depth === 0 ? index + 1 : null;
    return null;
  }

  #cut(text: string): readonly Piece[] {
    this.#isOver ||= !this.#rest.add(text);
    const data = this.#rest.take().replaceAll(RECORD_END, '');
    return this.#isOver || BETWEEN.test(data) ? [] : [{ data }];
  }
}
