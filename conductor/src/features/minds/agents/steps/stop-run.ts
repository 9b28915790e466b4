import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { agentRunTable } from '../agent-run.machine.ts';
import { changeRun, endEarly, hasEnded } from '../agent-changes.ts';
import * as agents from '../queries.ts';
import { agentStopping } from '../effects.ts';

export interface StopRunInput {
  readonly runId: string;
  readonly reason: string | null;
  readonly via: string;
  readonly now: number;
}

/** A person stops a run; what it has under way is aborted after the commit. What is stopping stays so. */
export const stopRun = defineStep({
  name: 'stop agent run',
  load: ({ runId }: StopRunInput) => ({ run: agents.agentRun({ runId }) }),
  decide({ run }, { reason, via, now }): Decision<'stopping' | 'not_found' | 'invalid_transition'> {
    if (run === null) return { plan: plan({}), outcome: 'not_found' };
    if (run.status === 'stopping') return { plan: plan({}), outcome: 'stopping' };
    const event = { type: 'STOP' } as const;
    if (!agentRunTable.can(run.status, event))
      return { plan: plan({}), outcome: 'invalid_transition' };
    const by = {
      now,
      actor: 'person',
      detail: { via, ...(reason !== null && { reason }) },
    } as const;
    return {
      plan: joinPlans(
        // What held it up before is not why it ends.
        changeRun(run, event, by, { stopReason: reason, errorCode: null, errorText: null }),
        plan({ effects: [agentStopping({ runId: run.runId })] }),
      ),
      outcome: 'stopping',
    };
  },
});

const STOPPED = { code: 'cancelled', text: 'A person stopped it.' } as const;

/** Everything of a stopping run has ended: it is stopped, or has failed with what stopped it. Tells whether it is. */
export const endStopped = defineStep({
  name: 'end stopped agent run',
  load: ({
    runId,
    aiMessageId,
  }: {
    readonly runId: string;
    readonly aiMessageId: string;
    readonly now: number;
  }) => ({
    state: agents.agentRunState({ runId }),
    message: agents.agentMessage({ messageId: aiMessageId }),
  }),
  decide({ state, message }, { now }): Decision<boolean> {
    if (state?.run.status !== 'stopping' || message === null)
      return { plan: plan({}), outcome: true };
    const isOver =
      state.workers.every(({ run }) => hasEnded(run)) &&
      state.instructions.every(({ status }) => status === 'succeeded' || status === 'failed');
    if (!isOver) return { plan: plan({}), outcome: false };
    const { errorCode: code, errorText } = state.run;
    return {
      plan:
        code === null
          ? endEarly(state, message, { type: 'ENDED' }, STOPPED, { now })
          : endEarly(state, message, { type: 'FAIL' }, { code, text: errorText ?? '' }, { now }),
      outcome: true,
    };
  },
});
