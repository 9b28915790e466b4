import { cut, matches, type PrivateMap, utf8Reader } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** One reader of one body. A page that reads an answer twice, over a clone, makes two. */
export interface BodyReading {
  readonly text: (text: string) => void;
  readonly bytes: (bytes: AllowSharedBufferSource) => void;
  /** Only the first call counts. */
  readonly end: (how: 'complete' | 'cut') => void;
}

/** The answer to a request. */
export interface Answer {
  readonly id: number;
  /** true: text by its content type; otherwise its first bytes decide. */
  readonly isText: boolean;
}

export type BeginReading = (answer: Answer) => BodyReading;

/** Which answer an object of the page's belongs to; undefined for nearly all objects. */
export type AnswerOf = PrivateMap<object, Answer>;

/** No text has them near its beginning. */
const BINARY = /\ufffd|[^\P{Cc}\s]/u;
const TELLING_CHARS = 24;

/** Makes the readings of a page; each has a number of its own. */
export function bodyReadings(port: TapPort): BeginReading {
  let readings = 0;
  return ({ id, isText }) => {
    const reading = ++readings;
    const decode = utf8Reader();
    let ended = false;
    let isBegun = isText;
    let isBinary = false;
    const text = (piece: string): void => {
      if (!piece) return;
      isBinary ||= !isBegun && matches(BINARY, cut(piece, 0, TELLING_CHARS));
      isBegun = true;
      if (!isBinary) port.post({ kind: 'chunk', id, reading, text: piece });
    };
    return {
      text,
      bytes: (bytes) => text(decode(bytes)),
      end(how) {
        if (ended) return;
        ended = true;
        port.post({ kind: 'end', id, reading, how: isBinary ? 'cut' : how });
      },
    };
  };
}

/** Passes a rejection on unchanged, whatever it is. */
export function rethrow(reason: unknown): never {
  // eslint-disable-next-line typescript/only-throw-error -- it is the page's own reason
  throw reason;
}
