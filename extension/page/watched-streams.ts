import { bare, intercept, type Native, privateMap, settle, unbound } from './natives.ts';
import type { BodyReading, RequestOf } from './body-reading.ts';
import { noted, rethrow } from './body-reading.ts';

/** Observes the readers, pipes, tees and iterators that a page makes of watched streams. */
export function watchStreams(requestOfStream: RequestOf, begin: (id: number) => BodyReading): void {
  const readingOf = privateMap<object, BodyReading>();

  intercept(ReadableStream, 'getReader', (native: Native<object>, self) => {
    const reader = native();
    const id = requestOfStream.get(self as ReadableStream);
    if (id) readingOf.set(reader, begin(id));
    return reader;
  });
  watchReader(ReadableStreamDefaultReader, readingOf);
  watchReader(ReadableStreamBYOBReader, readingOf);

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
    intercept(ReadableStream, PIPING[index] ?? '', (native, self) => {
      const id = requestOfStream.get(self as ReadableStream);
      return native(id ? observed(self as ReadableStream, id) : self);
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
  type: { readonly prototype: object },
  readingOf: { readonly get: (reader: object) => BodyReading | undefined },
): void {
  intercept(type, 'read', (native: Native<Promise<ReadResult>>, self) => {
    const reading = readingOf.get(self as object);
    return reading ? noted(native(), reading, noteResult) : native();
  });
  intercept(type, 'cancel', (native, self) => {
    readingOf.get(self as object)?.end('cut');
    return native();
  });
}

function noteResult(reading: BodyReading, result: ReadResult): void {
  if (result.value) reading.bytes(result.value);
  if (result.done) reading.end('complete');
}

type Bytes = Uint8Array<ArrayBuffer>;

const SafeReadableStream = ReadableStream;
/** Reads when the page does, not before. */
const NOTHING_AHEAD = bare({ highWaterMark: 0 });
const takeReader = unbound(ReadableStream, 'getReader');
const readNext = unbound(ReadableStreamDefaultReader, 'read');
const cancelReader = unbound(ReadableStreamDefaultReader, 'cancel');
const enqueue = unbound(ReadableStreamDefaultController, 'enqueue');
const close = unbound(ReadableStreamDefaultController, 'close');
