import type { Answer, BeginReading, BodyReading } from './body-reading.ts';
import {
  bare,
  getterOf,
  interceptEach,
  isLocked,
  nothing,
  type PrivateMap,
  privateMap,
  SafePromise,
  settle,
  unbound,
} from './natives.ts';

/** Which answer a stream is the body of; undefined for nearly all streams. */
export type ResponseOf = PrivateMap<
  object,
  { readonly answer: Answer; readonly response: Response }
>;

const isUsed = getterOf<boolean>(Response, 'bodyUsed');

/**
 * Sees what a page reads of watched streams. What the page's own reader gives is no evidence: promises bring it, and
 * the page can make them bring something else. So another stream stands in for the one that is read, and what passes
 * between the two is told.
 */
export function watchStreams(responseOf: ResponseOf, begin: BeginReading): void {
  const standIns = privateMap<object, ReadableStream>();

  const standInFor = (stream: ReadableStream): ReadableStream => {
    const known = standIns.get(stream);
    const body = responseOf.get(stream);
    if (known || !body || isLocked(stream)) return known ?? stream;
    const reading = begin(body.answer);
    // Another realm's methods read a part of it, which nobody saw: the rest is not what the site said.
    const isPart = isUsed(body.response); // guard: whole-answers
    if (isPart) reading.end('cut');
    const made = isPart ? stream : relay(stream, reading);
    standIns.set(stream, made);
    return made;
  };
  interceptEach(ReadableStream, READING, (native, self) =>
    native(standInFor(self as ReadableStream)),
  );
  // Neither reads by itself.
  interceptEach(ReadableStream, ['locked', 'cancel'], (native, self) =>
    native(standIns.get(self as ReadableStream) ?? self),
  );
}

const READING: readonly PropertyKey[] = [
  'getReader',
  'pipeThrough',
  'pipeTo',
  'tee',
  'values',
  Symbol.asyncIterator,
];

type Bytes = Uint8Array<ArrayBuffer>;

const SafeReadableStream = ReadableStream;
const SafeWritableStream = WritableStream;
const pipe = unbound(ReadableStream, 'pipeTo');
const enqueue = unbound(ReadableByteStreamController, 'enqueue');
const close = unbound(ReadableByteStreamController, 'close');
const fail = unbound(ReadableByteStreamController, 'error');
const byobRequest = getterOf<ReadableStreamBYOBRequest | null>(
  ReadableByteStreamController,
  'byobRequest',
);
const respond = unbound(ReadableStreamBYOBRequest, 'respond');
const failSink = unbound(WritableStreamDefaultController, 'error');

/** A stream of the same bytes, told to `reading` on their way. It reads when the page does, one chunk ahead. */
function relay(stream: ReadableStream, reading: BodyReading): ReadableStream {
  let wanted: () => void = nothing;
  let to: ReadableByteStreamController;
  let from: WritableStreamDefaultController;
  const source: UnderlyingByteSource = bare({
    type: 'bytes',
    start(controller) {
      to = controller;
    },
    pull: () => wanted(),
    cancel(reason: unknown) {
      reading.end('cut');
      failSink(from, reason);
      wanted();
    },
  });
  const sink: UnderlyingSink<Bytes> = bare({
    start(controller) {
      from = controller;
    },
    write: (bytes: Bytes) =>
      new SafePromise<void>((resolve) => {
        wanted = resolve;
        reading.bytes(bytes);
        enqueue(to, bytes);
      }),
    close() {
      reading.end('complete');
      close(to);
      const waiting = byobRequest(to);
      if (waiting) respond(waiting, 0); // A reader with a buffer of its own is told no other way.
    },
    abort(reason: unknown) {
      reading.end('cut');
      fail(to, reason);
    },
  });
  const relayed = new SafeReadableStream(source);
  void settle(pipe(stream, new SafeWritableStream(sink)), nothing, nothing);
  return relayed;
}
