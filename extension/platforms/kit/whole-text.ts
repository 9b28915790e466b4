import { PendingText } from './pending-text.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from './reply-decoder.ts';

/** For an answer that is one piece of JSON: it says nothing before its last byte came. */
export class WholeText implements PieceSplitter {
  readonly #body = new PendingText();
  /** true: past every bound, so all of it is dropped. */
  #isOver = false;

  push(text: string): readonly Piece[] {
    this.#isOver ||= !this.#body.add(text);
    return [];
  }

  end(): readonly Piece[] {
    return [this.#isOver ? LOST_PIECE : { data: this.#body.take() }];
  }
}
