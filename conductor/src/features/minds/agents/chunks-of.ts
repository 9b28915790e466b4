import type { StreamRow } from './queries.ts';
import type { StreamChunk } from './stream-chunk.ts';

/** A chunk with its number in the stream. */
export interface NumberedChunk {
  readonly number: number;
  readonly chunk: StreamChunk;
}

/** The chunks of a row, as they were written. */
export function chunksOf({ first, body }: StreamRow): readonly NumberedChunk[] {
  return body
    .split('\n')
    .map((json, index) => ({ number: first + index, chunk: JSON.parse(json) as StreamChunk }));
}
