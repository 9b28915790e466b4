import { NOTHING, type Plan } from '../../../engine/plan.ts';
import { appendChunks } from './append-chunks.ts';
import type { AgentStream } from './rows.ts';
import { MAX_LIVE_BYTES } from './steps/stream-reply.ts';
import type { StreamChunk } from './stream-chunk.ts';

/** Something for those who follow a run, beside what it says itself. Null: no stream is open, and nobody is told. */
export function tellAside(
  stream: AgentStream | null,
  chunk: Extract<StreamChunk, { readonly transient: true }>,
): Plan {
  return stream === null || !stream.isOpen || stream.bytes >= MAX_LIVE_BYTES
    ? NOTHING
    : appendChunks(stream, [chunk], {});
}
