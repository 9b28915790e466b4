import type { BodyReading, RequestOf } from './body-reading.ts';
import {
  bare,
  bodyOfResponse,
  intercept,
  interceptEach,
  type Native,
  privateMap,
  settle,
  statusOf,
  unbound,
} from './natives.ts';
import { type ResponseOf, watchStreams } from './watched-streams.ts';

export interface WatchedBodies {
  /** From now on, whatever the page reads of this answer is told as chunks of request `id`. */
  readonly watch: (response: Response, id: number) => void;
}

const WHOLE = ['text', 'json', 'arrayBuffer', 'bytes', 'blob'];
const copyOf = unbound(Response, 'clone');

/**
 * Sees bodies as the page reads them, in every way there is to read one. A stream is never cloned: a clone
 * of a long one holds the page back, and a page that stops reading stops us too, as it should.
 */
export function watchBodies(begin: (id: number) => BodyReading): WatchedBodies {
  const requestOf: RequestOf = privateMap();
  const answerOf: ResponseOf = privateMap();
  watchStreams(answerOf, begin);

  intercept(Response, 'body', (native: Native<ReadableStream | null>, self) => {
    const stream = native();
    const response = self as Response;
    const id = requestOf.get(response);
    if (id && stream) answerOf.set(stream, bare({ id, response }));
    return stream;
  });
  intercept(Response, 'clone', (native: Native<Response>, self) => {
    const copy = native();
    const id = requestOf.get(self as Response);
    if (id) requestOf.set(copy, id);
    return copy;
  });
  // A page that wants a whole body waits for its end anyhow: there a copy does no harm.
  interceptEach(Response, WHOLE, (native, self) => {
    const id = requestOf.get(self as Response);
    if (id) readCopy(self as Response, begin(id));
    return native();
  });
  return {
    watch(response, id) {
      // An error page is short, and the page may never read it.
      if (statusOf(response) < 400) requestOf.set(response, id);
      else readCopy(response, begin(id));
    },
  };
}

function readCopy(response: Response, reading: BodyReading): void {
  const whole = (body: string): void => {
    reading.text(body);
    reading.end('complete');
  };
  const cut = (): void => reading.end('cut');
  try {
    void settle(bodyOfResponse(copyOf(response)), whole, cut);
  } catch {
    cut(); // It was read before; the page's own reading fails the same way.
  }
}
