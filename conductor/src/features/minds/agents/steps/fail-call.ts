import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeRun, changeStep, endEarly } from '../agent-changes.ts';
import * as agents from '../queries.ts';
import { runAgent } from '../effects.ts';

/** How often a step asks its model, where that is overloaded, or the chat that it asked is full. */
const MAX_ATTEMPTS = 3;

export interface FailCallInput {
  readonly runId: string;
  readonly aiMessageId: string;
  readonly stepId: string;
  readonly error: CodedError;
  /** Milliseconds after which to ask again; null: never. */
  readonly againAfterMs: number | null;
  readonly now: number;
}

/** A model did not reply: it is asked again later where that may help, else the run ends. */
export const failCall = defineStep({
  name: 'fail call of model',
  load: ({ runId, aiMessageId }: FailCallInput) => ({
    state: agents.agentRunState({ runId }),
    message: agents.agentMessage({ messageId: aiMessageId }),
  }),
  decide({ state, message }, { stepId, error, againAfterMs, now }): Decision<null> {
    const step = state?.steps.at(-1);
    const isMeant =
      state?.run.status === 'running' &&
      step?.stepId === stepId &&
      step.status === 'calling' &&
      message !== null;
    if (!isMeant) return { plan: plan({}), outcome: null };
    if (againAfterMs === null || step.attempt >= MAX_ATTEMPTS)
      return { plan: endEarly(state, message, { type: 'FAIL' }, error, { now }), outcome: null };
    const detail = { code: error.code, attempt: step.attempt, again_after_ms: againAfterMs };
    return {
      plan: joinPlans(
        changeStep(step, { type: 'RETRY' }, now, { attempt: step.attempt + 1, jobId: null }).plan,
        changeRun(state.run, { type: 'PARK' }, { now, detail }, { dueAt: now + againAfterMs }),
      ),
      outcome: null,
    };
  },
});

/** A parked run asks its model again. */
export const unparkRun = defineStep({
  name: 'unpark agent run',
  load: ({ runId }: { readonly runId: string; readonly now: number }) => ({
    run: agents.agentRun({ runId }),
  }),
  decide({ run }, { now }): Decision<null> {
    const isDue = run?.status === 'waiting_model' && run.dueAt !== null && run.dueAt <= now;
    if (!isDue) return { plan: plan({}), outcome: null };
    return {
      plan: joinPlans(
        changeRun(run, { type: 'READY' }, { now }, { errorCode: null, errorText: null }),
        plan({ effects: [runAgent({ runId: run.runId })] }),
      ),
      outcome: null,
    };
  },
});
