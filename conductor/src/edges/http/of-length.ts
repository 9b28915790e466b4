import { pipeline, type Readable, Transform } from 'node:stream';

/**
 * The bytes, as many as the answer says that it has: of more or fewer the rest of the connection would be read wrong, and what
 * is too much would be taken for the next answer. The stream fails where they are not so many, which ends the connection.
 */
export function ofLength(bytes: Readable, length: number): Readable {
  let left = length;
  const exact = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new Error('there is more of it than was said'));
      else done(null, chunk);
    },
    flush(done) {
      done(left === 0 ? null : new Error('there is less of it than was said'));
    },
  });
  return pipeline(bytes, exact, () => undefined); // guard: artifact-length
}
