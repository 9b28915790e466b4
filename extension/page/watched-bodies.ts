import type { BodyReading, RequestOf } from './body-reading.ts';
import { noted, noteBytes, noteText, rethrow } from './body-reading.ts';
import {
  apply,
  intercept,
  observeGetter,
  parseJson,
  privateMap,
  settle,
  unbound,
} from './natives.ts';
import { watchStreams } from './watched-streams.ts';

export interface WatchedBodies {
  /** From now on, whatever the page reads of this answer is told as chunks of request `id`. */
  readonly watch: (response: Response, id: number) => void;
}

/**
 * Sees bodies as the page reads them, in every way there is to read one. Nothing is cloned: a clone of a
 * long stream holds the page back, and a page that stops reading stops us too, as it should.
 */
export function watchBodies(begin: (id: number) => BodyReading): WatchedBodies {
  const requestOfResponse: RequestOf = privateMap();
  const requestOfStream: RequestOf = privateMap();
  watchResponses(requestOfResponse, requestOfStream, begin);
  watchStreams(requestOfStream, begin);
  return { watch: requestOfResponse.set };
}

function watchResponses(
  requestOfResponse: RequestOf,
  requestOfStream: RequestOf,
  begin: (id: number) => BodyReading,
): void {
  const { prototype } = Response;
  const readText = unbound(prototype, 'text');
  const readBlob = unbound(Blob.prototype, 'text');

  observeGetter(prototype, 'body', (stream, self) => {
    const id = requestOfResponse.get(self as Response);
    if (id !== undefined && stream !== null) requestOfStream.set(stream as ReadableStream, id);
  });
  intercept(prototype, 'clone', (target: () => Response, self, args: []) => {
    const copy = apply(target, self, args);
    const id = requestOfResponse.get(self as Response);
    if (id !== undefined) requestOfResponse.set(copy, id);
    return copy;
  });

  /** A method that reads a whole body: `note` tells the reading what came. */
  const watchWhole = <Result>(
    name: string,
    note: (reading: BodyReading, result: Result) => void,
  ): void => {
    intercept(prototype, name, (target: () => Promise<Result>, self, args: []) => {
      const id = requestOfResponse.get(self as Response);
      const result = apply(target, self, args);
      return id === undefined ? result : noted(result, begin(id), note);
    });
  };
  watchWhole('text', noteText);
  watchWhole('arrayBuffer', noteBytes);
  watchWhole('bytes', noteBytes);
  watchWhole<Blob>('blob', (reading, blob) => {
    void noted(readBlob(blob), reading, noteText);
  });
  // The parsed value is no text any more, so JSON is read as text and parsed as the built-in would.
  intercept(prototype, 'json', (target: () => Promise<unknown>, self, args: []) => {
    const id = requestOfResponse.get(self as Response);
    if (id === undefined) return apply(target, self, args);
    const text = noted(readText(self as Response), begin(id), noteText);
    return settle(text, (json) => parseJson(json) as unknown, rethrow);
  });
}
