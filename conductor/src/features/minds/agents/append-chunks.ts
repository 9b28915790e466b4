import { insert, type Plan, plan, update } from '../../../engine/plan.ts';
import { type AgentStream, AGENT_STREAMS } from './rows.ts';
import type { StreamChunk } from './stream-chunk.ts';
import { UNTOLD } from './told.ts';
import { appendAgentStream } from './changes.ts';

/** A stream of which nothing was said. */
export function newStream(runId: string): AgentStream {
  return {
    runId,
    newest: 0,
    bytes: 0,
    isOpen: false,
    beganAt: 1,
    closedAt: null,
    isDropped: false,
    told: UNTOLD,
    version: 1,
  };
}

/** Chunks that follow those of a stream, in one row, and the stream after them. `stream` may be one that is not stored yet. */
export function appendChunks(
  stream: AgentStream,
  chunks: readonly StreamChunk[],
  set: Partial<Omit<AgentStream, 'version'>>,
  isStored = true,
): Plan {
  const { runId, newest } = stream;
  const body = chunks.map((chunk) => JSON.stringify(chunk)).join('\n');
  const after = {
    newest: newest + chunks.length,
    bytes: stream.bytes + Buffer.byteLength(body),
    ...set,
  };
  const row = { runId, first: newest + 1, count: chunks.length, body };
  return plan({
    changes: [
      isStored
        ? update(AGENT_STREAMS, stream, after)
        : insert(AGENT_STREAMS, { ...stream, ...after }),
      ...(chunks.length === 0 ? [] : [appendAgentStream({ ...row })]),
    ],
  });
}
