import type { AgentRunState } from './queries.ts';
import type { StreamChunk } from './stream-chunk.ts';
import { tellRun } from './tell-run.ts';
import { UNTOLD } from './told.ts';

/** All that a run has said, in few chunks: for whoever comes when its own chunks are gone. */
export function wholeStory(state: AgentRunState): readonly StreamChunk[] {
  return tellRun(state, UNTOLD, false).chunks;
}
