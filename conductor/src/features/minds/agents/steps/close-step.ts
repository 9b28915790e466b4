import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeRun, changeStep } from '../agent-changes.ts';
import { nextStep } from '../next-step.ts';
import { waitsForPerson } from '../waits-for-person.ts';
import * as agents from '../queries.ts';
import { runAgent } from '../effects.ts';

export interface CloseStepInput {
  readonly runId: string;
  readonly now: number;
}

/**
 * Looks at where the calls of a run stand: with the last result its next step begins, or, as far as its limits allow no
 * other call, one without tools; where nothing can go on without a person, it waits for one.
 */
export const closeStep = defineStep({
  name: 'close agent step',
  load: ({ runId }: CloseStepInput) => ({
    state: agents.agentRunPart({ runId, from: 'newest' }),
  }),
  decide({ state }, { now }): Decision<null> {
    const step = state?.steps.at(-1);
    const isOpen = state?.run.status === 'running' || state?.run.status === 'waiting_person';
    if (!isOpen || step?.status !== 'acting') return { plan: plan({}), outcome: null };
    const { run } = state;
    const rows = state.instructions.filter(({ anchorId }) => anchorId === step.stepId);
    if (!rows.every(({ status }) => status === 'succeeded' || status === 'failed')) {
      const waits = waitsForPerson(state);
      const turns = waits === (run.status === 'running');
      const event = { type: waits ? 'ASK' : 'DECIDED' } as const;
      return { plan: turns ? changeRun(run, event, { now }) : plan({}), outcome: null };
    }
    if (run.status === 'running') {
      const closed = changeStep(step, { type: 'ALL_DONE' }, now).plan;
      return { plan: joinPlans(closed, nextStep(state, step, now)), outcome: null };
    }
    // A row changes once in a commit: the next look goes on.
    const decided = changeRun(run, { type: 'DECIDED' }, { now });
    const again = plan({ effects: [runAgent({ runId: run.runId })] });
    return { plan: joinPlans(decided, again), outcome: null };
  },
});
