import { apply, bare, intercept, privateMap, settle, unbound } from './natives.ts';
import type { BodyReading, RequestOf } from './body-reading.ts';
import { noted, rethrow } from './body-reading.ts';

/** Observes the readers, pipes, tees and iterators that a page makes of watched streams. */
export function watchStreams(requestOfStream: RequestOf, begin: (id: number) => BodyReading): void {
  const { prototype } = ReadableStream;
  const readingOf = privateMap<object, BodyReading>();

  intercept(
    prototype,
    'getReader',
    (target: (...args: unknown[]) => object, self, args: unknown[]) => {
      const reader = apply(target, self, args);
      const id = requestOfStream.get(self as ReadableStream);
      if (id !== undefined) readingOf.set(reader, begin(id));
      return reader;
    },
  );
  watchReader(ReadableStreamDefaultReader.prototype, readingOf);
  if (typeof ReadableStreamBYOBReader === 'function') {
    watchReader(ReadableStreamBYOBReader.prototype, readingOf);
  }

  // The engine reads these without the reader above, so an observed stream takes the place of the body's.
  const observed = (stream: ReadableStream, id: number): ReadableStream => {
    const reading = begin(id);
    const reader = takeReader(stream) as ReadableStreamDefaultReader<Bytes>;
    const source: UnderlyingDefaultSource<Bytes> = bare({
      pull: (to: ReadableStreamDefaultController<Bytes>) =>
        settle(
          noted(readNext(reader), reading, noteResult),
          ({ done, value }) => (done ? close(to) : enqueue(to, value)),
          rethrow,
        ),
      cancel: (reason: unknown) => {
        reading.end('cut');
        return cancelReader(reader, reason);
      },
    });
    return new SafeReadableStream(source, NOTHING_AHEAD);
  };
  for (let index = 0; index < PIPING.length; index += 1) {
    const name = PIPING[index] ?? '';
    intercept(prototype, name, (target: (...args: unknown[]) => unknown, self, args: unknown[]) => {
      const id = requestOfStream.get(self as ReadableStream);
      const stream = id === undefined ? self : observed(self as ReadableStream, id);
      return apply(target, stream, args);
    });
  }
}

const PIPING: readonly PropertyKey[] = [
  'pipeThrough',
  'pipeTo',
  'tee',
  'values',
  Symbol.asyncIterator,
];

interface ReadResult {
  readonly done: boolean;
  readonly value: Uint8Array<ArrayBuffer> | undefined;
}

function watchReader(
  prototype: object,
  readingOf: { readonly get: (reader: object) => BodyReading | undefined },
): void {
  intercept(
    prototype,
    'read',
    (target: (...args: unknown[]) => Promise<ReadResult>, self, args: unknown[]) => {
      const reading = readingOf.get(self as object);
      const result = apply(target, self, args);
      return reading === undefined ? result : noted(result, reading, noteResult);
    },
  );
  intercept(
    prototype,
    'cancel',
    (target: (...args: unknown[]) => unknown, self, args: unknown[]) => {
      readingOf.get(self as object)?.end('cut');
      return apply(target, self, args);
    },
  );
}

function noteResult(reading: BodyReading, result: ReadResult): void {
  if (result.value !== undefined) reading.bytes(result.value);
  if (result.done) reading.end('complete');
}

type Bytes = Uint8Array<ArrayBuffer>;

const SafeReadableStream = ReadableStream;
/** Reads when the page does, not before. */
const NOTHING_AHEAD = bare({ highWaterMark: 0 });
const takeReader = unbound(ReadableStream.prototype, 'getReader');
const readNext = unbound(ReadableStreamDefaultReader.prototype, 'read');
const cancelReader = unbound(ReadableStreamDefaultReader.prototype, 'cancel');
const enqueue = unbound(ReadableStreamDefaultController.prototype, 'enqueue');
const close = unbound(ReadableStreamDefaultController.prototype, 'close');
