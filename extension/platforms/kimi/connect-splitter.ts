import { isObject, parseJson } from '../kit/json-value.ts';
import { LOST_PIECE, type Piece, type PieceSplitter } from '../kit/reply-decoder.ts';
import { PendingText } from '../kit/pending-text.ts';

/** Prefix bytes beside the NULs: at most three of the length. */
const MAX_PREFIX = 3;
/** Flags are two bits: compressed, and end of the stream. */
const LAST_FLAG = 3;

/**
 * Cuts Connect frames that were decoded as UTF-8 text: a flag byte, a length of four bytes, then JSON
 * (https://connectrpc.com/docs/protocol#streaming-rpcs). The length does not survive the decoding, but JSON
 * holds no NUL while every frame begins with one or follows one, as no message is 16 MB long. So what stands
 * between NULs is a message, behind up to three characters that were the rest of a length.
 */
export class ConnectSplitter implements PieceSplitter {
  readonly #rest = new PendingText();
  /** A message went past every bound: nothing more is made of it. */
  #isOver = false;

  push(text: string): readonly Piece[] {
    this.#isOver ||= !this.#rest.add(text);
    if (this.#isOver || !text.includes('\0')) return [];
    const parts = this.#rest.take().split('\0');
    this.#rest.add(parts.pop() ?? '');
    return parts.flatMap(messageIn);
  }

  end(): readonly Piece[] {
    return this.#isOver ? [LOST_PIECE] : messageIn(this.#rest.take());
  }
}

function messageIn(part: string): readonly Piece[] {
  // The last character may be the flag of the next frame, where that is not NUL itself.
  const text = LAST_FLAG < part.charCodeAt(part.length - 1) ? part : part.slice(0, -1);
  for (let start = 0; start <= MAX_PREFIX; start += 1) {
    const data = text.slice(start);
    if (data.startsWith('{') && isObject(parseJson(data))) return [{ data }];
  }
  // More than a prefix, and no message: something is missing.
  return text.length > MAX_PREFIX ? [LOST_PIECE] : [];
}
