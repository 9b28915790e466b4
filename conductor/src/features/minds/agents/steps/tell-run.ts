import { plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { appendChunks, newStream } from '../append-chunks.ts';
import { tellRun } from '../tell-run.ts';
import { hasLive, takeBack, UNTOLD } from '../told.ts';
import * as agents from '../queries.ts';
import * as changes from '../changes.ts';

export interface TellRunInput {
  readonly runId: string;
  /** true: its model is about to be asked: what it said live before is taken back. */
  readonly asks: boolean;
  readonly now: number;
}

/**
 * Writes into the stream of a run what its rows say and the stream does not. The chunks of a change are in the commit
 * after it, and in none twice: where a crash lies between the two, the next look at the run tells them.
 */
export const tellAgentRun = defineStep({
  name: 'tell agent run',
  load: ({ runId }: TellRunInput) => ({
    state: agents.agentRunPart({ runId, from: 'told' }),
    stream: agents.agentStream({ runId }),
  }),
  decide({ state, stream }, { runId, asks, now }): Decision<null> {
    if (state === null) return { plan: plan({}), outcome: null };
    const before = stream ?? newStream(runId);
    // Whoever comes to a stream that goes on after its chunks are gone is told the message from its beginning.
    const known = before.isDropped ? UNTOLD : before.told;
    const { chunks, told, isOpen } = tellRun(state, known, before.isOpen);
    const takesBack = asks && hasLive(told);
    const all = takesBack ? [...chunks, { type: 'reset-step' } as const] : chunks;
    if (all.length === 0) return { plan: plan({}), outcome: null };
    const set = {
      told: takesBack ? takeBack(told) : told,
      isOpen,
      isDropped: false,
      ...(!before.isOpen && { beganAt: before.newest + 1 }),
      ...(!isOpen && { closedAt: now }),
    };
    return { plan: appendChunks(before, all, set, stream !== null), outcome: null };
  },
});

/** The chunks of an ended run go; its message tells the same. */
export const dropAgentStream = defineStep({
  name: 'drop agent stream',
  load: ({ runId }: { readonly runId: string }) => ({ stream: agents.agentStream({ runId }) }),
  decide({ stream }): Decision<null> {
    if (stream === null || stream.isOpen || stream.isDropped)
      return { plan: plan({}), outcome: null };
    const dropped = appendChunks(stream, [], { isDropped: true, bytes: 0 });
    const { runId } = stream;
    return {
      plan: { ...dropped, changes: [...dropped.changes, changes.dropAgentStream({ runId })] },
      outcome: null,
    };
  },
});
