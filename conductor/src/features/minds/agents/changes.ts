import type { StreamRow } from './queries.ts';
import { change } from '../../../engine/plan.ts';

/** Chunks of a run that follow those it has. */
export const appendAgentStream = change<{ readonly runId: string } & StreamRow>(
  'appendAgentStream',
);
/** All its chunks go. */
export const dropAgentStream = change<{ readonly runId: string }>('dropAgentStream');
