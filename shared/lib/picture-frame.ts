const HEADER_BYTES = 13;
const PICTURE = 1;

/** Size of one picture with its header, in bytes. */
export const MAX_PICTURE_BYTES = 2 * 1_048_576;

/** One picture as whoever looks gets it: `u8 1, u32 seq, f64 at`, then the JPEG; big-endian. */
export function pictureFrame(seq: number, at: number, jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(HEADER_BYTES + jpeg.length);
  const view = new DataView(frame.buffer);
  view.setUint8(0, PICTURE);
  view.setUint32(1, seq);
  view.setFloat64(5, at);
  frame.set(jpeg, HEADER_BYTES);
  return frame;
}

export interface Picture {
  readonly seq: number;
  /** When it was taken, in ms since 1970, by the worker's clock. */
  readonly at: number;
  readonly jpeg: Uint8Array<ArrayBufferLike>;
}

/** Null: it is none. */
export function readPicture(frame: Uint8Array): Picture | null {
  if (frame.length <= HEADER_BYTES || frame.length > MAX_PICTURE_BYTES) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (view.getUint8(0) !== PICTURE) return null;
  return { seq: view.getUint32(1), at: view.getFloat64(5), jpeg: frame.subarray(HEADER_BYTES) };
}
