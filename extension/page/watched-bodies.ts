import type { Answer, AnswerOf, BeginReading, BodyReading } from './body-reading.ts';
import {
  bare,
  bodyOfResponse,
  intercept,
  interceptEach,
  type Native,
  nothing,
  privateMap,
  settle,
  statusOf,
  unbound,
} from './natives.ts';
import { type ResponseOf, watchStreams } from './watched-streams.ts';

export interface WatchedBodies {
  /** From now on, whatever the page reads of this response is told as chunks of the answer's request. */
  readonly watch: (response: Response, answer: Answer) => void;
}

const WHOLE = ['text', 'json', 'arrayBuffer', 'bytes', 'blob'];
const copyOf = unbound(Response, 'clone');

/**
 * Sees bodies as the page reads them, in every way there is to read one. A stream is never cloned: a clone
 * of a long one holds the page back, and a page that stops reading stops us too, as it should.
 */
export function watchBodies(begin: BeginReading): WatchedBodies {
  const answerOf: AnswerOf = privateMap();
  const responseOf: ResponseOf = privateMap();
  watchStreams(responseOf, begin);

  intercept(Response, 'body', (native: Native<ReadableStream | null>, self) => {
    const stream = native();
    const response = self as Response;
    const answer = answerOf.get(response);
    if (answer && stream) responseOf.set(stream, bare({ answer, response }));
    return stream;
  });
  intercept(Response, 'clone', (native: Native<Response>, self) => {
    const copy = native();
    const answer = answerOf.get(self as Response);
    if (answer) answerOf.set(copy, answer);
    return copy;
  });
  // A page that wants a whole body waits for its end anyhow: there a copy does no harm. With the body in hand it may
  // give its request up, and the copy with it: the copy is read first.
  interceptEach(Response, WHOLE, (native: Native<Promise<unknown>>, self) => {
    const answer = answerOf.get(self as Response);
    const copied = answer ? readCopy(self as Response, begin(answer)) : null;
    const body = native();
    if (copied === null) return body;
    // It may fail before the copy does; the page hears of that from the promise it is given.
    void settle(body, nothing, nothing);
    const own = (): Promise<unknown> => body;
    return settle(copied, own, own);
  });
  return {
    watch(response, answer) {
      // An error page is short, and the page may never read it.
      if (statusOf(response) < 400) answerOf.set(response, answer);
      else void readCopy(response, begin(answer));
    },
  };
}

/** Null: it was read before. */
function readCopy(response: Response, reading: BodyReading): Promise<void> | null {
  const whole = (body: string): void => {
    reading.text(body);
    reading.end('complete');
  };
  const cut = (): void => reading.end('cut');
  try {
    return settle(bodyOfResponse(copyOf(response)), whole, cut);
  } catch {
    cut(); // The page's own reading fails the same way.
    return null;
  }
}
