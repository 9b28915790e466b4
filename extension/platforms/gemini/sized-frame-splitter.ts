import { LOST_PIECE, type Piece, type PieceSplitter } from '../kit/reply-decoder.ts';

const GUARD = ")]}'";

/**
 * Cuts `<length>\n<json>\n`: the length counts UTF-16 code units from behind its digits, both line ends
 * included (site.md, Replies). JSON may hold line ends of its own, so lengths alone tell where it ends.
 */
export class SizedFrameSplitter implements PieceSplitter {
  #rest = '';
  #isBroken = false;

  push(text: string): readonly Piece[] {
    if (this.#isBroken) return [];
    this.#rest += text;
    const frames: Piece[] = [];
    for (;;) {
      this.#rest = this.#rest.trimStart();
      if (this.#rest.startsWith(GUARD)) this.#rest = this.#rest.slice(GUARD.length).trimStart();
      const digits = /^\d{1,9}(?=\n)/.exec(this.#rest)?.[0];
      if (digits === undefined) {
        // A frame that cannot be measured: whatever follows is lost.
        this.#isBroken = !/^(?:\d{0,9}|\)|\)\]|\)\]\})$/.test(this.#rest);
        return this.#isBroken ? [...frames, LOST_PIECE] : frames;
      }
      const end = digits.length + Number(digits);
      if (this.#rest.length < end) return frames;
      frames.push({ data: this.#rest.slice(digits.length, end) });
      this.#rest = this.#rest.slice(end);
    }
  }

  end(): readonly Piece[] {
    return []; // Half a frame is none.
  }
}
