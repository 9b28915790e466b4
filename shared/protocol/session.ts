import * as z from 'zod/mini';

import {
  claimedSeq,
  count,
  epochMs,
  errorCode,
  frameFields,
  identifier,
  shortText,
} from './fields.ts';

/** First frame from the extension. The token travels here and never in a URL. */
export const hello = z.object({
  ...frameFields,
  type: z.literal('hello'),
  token: z.string().check(z.minLength(16), z.maxLength(256)),
  /** Highest `seq` of the conductor's that this browser has made durable; 0 for none. */
  last_seq: claimedSeq,
  browser: z.object({ name: shortText, version: shortText }),
  extension_version: shortText,
});

/** Accepts a hello. After it both sides send again what the other has not acked. */
export const welcome = z.object({
  ...frameFields,
  type: z.literal('welcome'),
  client_id: identifier,
  /** Highest `seq` of this browser's that the conductor has made durable. */
  last_seq: claimedSeq,
  /**
   * Jobs this browser holds the lease of. It gives up any other attempt it has not begun to send:
   * another browser may have the job by now.
   */
  held_job_ids: z.array(identifier),
  /** Silence after which either side pings, and twice which the link is dead. */
  ping_interval_ms: count.check(z.maximum(3_600_000)),
  conductor_version: shortText,
  now: epochMs,
});

/** "All up to and including `seq` is durable here." */
export const ack = z.object({ ...frameFields, type: z.literal('ack'), seq: claimedSeq });

export const ping = z.object({ ...frameFields, type: z.literal('ping') });

export const pong = z.object({ ...frameFields, type: z.literal('pong'), ping_id: identifier });

/** Answers a frame that cannot be taken. The connection stays. */
export const error = z.object({
  ...frameFields,
  type: z.literal('error'),
  code: errorCode,
  message: shortText,
  /** Where in the refused frame, as `runtimes[0].platform`; null when the frame as a whole is meant. */
  path: z.nullable(shortText),
  /** `id` of the refused frame, when it could be read. */
  ref_id: z.nullable(identifier),
});
