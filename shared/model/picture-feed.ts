import * as z from 'zod/mini';

/** A worker's second socket: pictures are not for the bridge, whose frames are numbered and kept. */
export const FEED_PATH = '/v1/feed';

/** Longest side of a picture, in pixels. */
export const MAX_PICTURE_SIDE = 1_280;
/** Time between two pictures: at most ten in a second. */
export const PICTURE_PAUSE_MS = 100;

const CHANNEL_BYTES = 4;

/** Place in the picture, in its pixels. */
const place = { x: z.number().check(z.gte(0)), y: z.number().check(z.gte(0)) };
const key = z.string().check(z.minLength(1), z.maxLength(32));
const distance = z.number().check(z.gte(-10_000), z.lte(10_000));

/** Input of a person in a page that they look at. */
export const previewInput = z.union([
  z.strictObject({
    pointer: z.strictObject({
      ...place,
      type: z.enum(['move', 'down', 'up']),
      button: z.enum(['left', 'middle', 'right']),
    }),
  }),
  z.strictObject({ wheel: z.strictObject({ ...place, dx: distance, dy: distance }) }),
  z.strictObject({ key: z.strictObject({ type: z.enum(['down', 'up']), key }) }),
  z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(2_000)) }),
]);
export type PreviewInput = z.infer<typeof previewInput>;

/** Who looks says that it has drawn a picture, or what the person did. */
export const viewerSays = z.union([
  z.strictObject({ ack: z.int().check(z.gte(0)) }),
  z.strictObject({ input: previewInput }),
]);

/** Facts about a picture; sent before the first, and on every change. `scale`: pixels of the picture per CSS pixel. */
export const pictureMeta = z.strictObject({
  kind: z.literal('meta'),
  w: z.int().check(z.positive()),
  h: z.int().check(z.positive()),
  scale: z.number().check(z.gt(0)),
  url: z.string().check(z.maxLength(8_192)),
  title: z.string().check(z.maxLength(500)),
});
export type PictureMeta = z.infer<typeof pictureMeta>;

const channel = z.int().check(z.gte(0), z.lte(0xff_ff_ff_ff));

/** Conductor to worker. A channel is one page that somebody looks at. */
export const feedAsk = z.union([
  z.strictObject({
    watch: channel,
    resource_id: z.string().check(z.minLength(1), z.maxLength(256)),
  }),
  z.strictObject({ unwatch: channel }),
  z.strictObject({ ack: channel, seq: z.int().check(z.gte(0)) }),
  z.strictObject({ input: previewInput, channel }),
]);
export type FeedAsk = z.infer<typeof feedAsk>;

/** Worker to conductor, besides pictures; `hello` is the first. */
export const feedHello = z.strictObject({ hello: z.strictObject({ token: z.string() }) });
export const feedTold = z.strictObject({ channel, meta: pictureMeta });

/** As it travels on the feed: the number of its channel, then the frame. */
export function onChannel(number: number, frame: Uint8Array): Uint8Array {
  const whole = new Uint8Array(CHANNEL_BYTES + frame.length);
  new DataView(whole.buffer).setUint32(0, number);
  whole.set(frame, CHANNEL_BYTES);
  return whole;
}

export function offChannel(
  whole: Uint8Array,
): { readonly channel: number; readonly frame: Uint8Array } | null {
  if (whole.length <= CHANNEL_BYTES) return null;
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  return { channel: view.getUint32(0), frame: whole.subarray(CHANNEL_BYTES) };
}
