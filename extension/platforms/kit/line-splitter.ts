import { PendingText } from './pending-text.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from './reply-decoder.ts';

/** Cuts a text into its lines. Line ends are LF or CRLF; empty lines are nothing. */
export class LineSplitter implements PieceSplitter {
  readonly #pieceOf: (line: string) => Piece;
  readonly #rest = new PendingText();
  /** A line went past every bound: nothing more is made of it. */
  #isOver = false;

  constructor(pieceOf: (line: string) => Piece = (data) => ({ data })) {
    this.#pieceOf = pieceOf;
  }

  push(text: string): readonly Piece[] {
    this.#isOver ||= !this.#rest.add(text);
    if (this.#isOver || !text.includes('\n')) return [];
    const lines = this.#rest.take().split('\n');
    this.#rest.add(lines.pop() ?? '');
    return lines.filter(isFilled).map(this.#pieceOf);
  }

  /** The text is over: what is left is a line too. */
  end(): readonly Piece[] {
    return this.#isOver ? [LOST_PIECE] : [this.#rest.take()].filter(isFilled).map(this.#pieceOf);
  }
}

function isFilled(line: string): boolean {
  return line.trim() !== '';
}

const CODED = /^([\w-]+):(.*)$/s;

/** A line `code:json`; its code is the name of the piece. */
export function codedLine(line: string): Piece {
  const [, name, data] = CODED.exec(line) ?? [];
  return name === undefined || data === undefined ? LOST_PIECE : { name, data };
}
