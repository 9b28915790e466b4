/** One picture of an animation, as a browser encodes it. */
export interface Frame {
  /** A whole WebP file of one picture. */
  readonly webp: Uint8Array;
  readonly shownMs: number;
}

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Chunks that an animation takes over from a picture: the pixels and their transparency. */
const PICTURE_CHUNKS = ['VP8 ', 'VP8L', 'ALPH'];
const HAS_ANIMATION = 0x02;
/** Each frame replaces the one before it. */
const NO_BLENDING = 0x02;

/**
 * One animated WebP without end, of pictures of one size: the pictures are copied, not encoded again.
 * Format: https://developers.google.com/speed/webp/docs/riff_container
 */
export function animatedWebp(
  frames: readonly Frame[],
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([Buffer.from([HAS_ANIMATION, 0, 0, 0]), size])),
    // Background colour, then how often it is shown: 0 is for ever.
    chunk('ANIM', Buffer.alloc(6)),
    ...frames.map(({ webp, shownMs }) => {
      const place = Buffer.alloc(6);
      const head = Buffer.concat([place, size, uint24(shownMs), Buffer.from([NO_BLENDING])]);
      return chunk('ANMF', Buffer.concat([head, ...pictureChunks(Buffer.from(webp))]));
    }),
  ]);
  return chunk('RIFF', body);
}

function pictureChunks(webp: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = HEADER_BYTES; at < webp.length;) {
    const length = CHUNK_HEADER_BYTES + even(webp.readUInt32LE(at + 4));
    if (PICTURE_CHUNKS.includes(webp.toString('latin1', at, at + 4)))
      found.push(webp.subarray(at, at + length));
    at += length;
  }
  return found;
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([
    Buffer.from(name),
    length,
    data,
    Buffer.alloc(even(data.length) - data.length),
  ]);
}

function even(length: number): number {
  return length + (length % 2);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
