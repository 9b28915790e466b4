import { utf8Reader } from './natives.ts';
import type { PrivateMap } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** One reader of one body. A page that reads an answer twice, over a clone, makes two. */
export interface BodyReading {
  readonly text: (text: string) => void;
  readonly bytes: (bytes: AllowSharedBufferSource) => void;
  /** Only the first call counts. */
  readonly end: (how: 'complete' | 'cut') => void;
}

/** Which request an object of the page's belongs to; undefined for nearly all objects. */
export type RequestOf = PrivateMap<object, number>;

/** Makes the readings of a page; each has a number of its own. */
export function bodyReadings(port: TapPort): (id: number) => BodyReading {
  let readings = 0;
  return (id) => {
    const reading = ++readings;
    const decode = utf8Reader();
    let ended = false;
    const text = (piece: string): void => {
      if (piece) port.post({ kind: 'chunk', id, reading, text: piece });
    };
    return {
      text,
      bytes: (bytes) => text(decode(bytes)),
      end(how) {
        if (ended) return;
        ended = true;
        port.post({ kind: 'end', id, reading, how });
      },
    };
  };
}

/** Passes a rejection on unchanged, whatever it is. */
export function rethrow(reason: unknown): never {
  // eslint-disable-next-line typescript/only-throw-error -- it is the page's own reason
  throw reason;
}
