import { joinPlans, type Plan, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { cancelled, type DeliveryJob } from '../../../heart/deliveries/feature.ts';
import { changeRun, changeStep } from '../agent-changes.ts';
import type { ChatHold, ModelFault } from '../model-port.ts';
import type { AgentRunState } from '../queries.ts';
import * as agents from '../queries.ts';
import * as deliveries from '../../../heart/deliveries/queries.ts';
import { runAgent } from '../effects.ts';
import { AGENT_SESSIONS } from '../rows.ts';

export interface HoldCallInput extends ChatHold {
  readonly runId: string;
  readonly stepId: string;
  readonly error: Pick<ModelFault, 'code' | 'text'>;
  /** The model that takes over when patience is over; null: there is none. */
  readonly nextModel: string | null;
  /** So long the chat is waited for, from when it was asked; null: for ever. */
  readonly patienceMs: number | null;
  readonly now: number;
}

/**
 * A question to a chat is held up: its run says why, and waits. When its patience is over, the next model takes over where
 * the message has certainly not left; one that a browser holds is waited for.
 */
export const holdCall = defineStep({
  name: 'hold call of chat',
  load: ({ runId, jobId }: HoldCallInput) => ({
    state: agents.agentRunState({ runId }),
    job: deliveries.job({ jobId }),
  }),
  decide({ state, job }, input): Decision<null> {
    const { runId, stepId, by, jobVersion, error, nextModel, patienceMs, now } = input;
    const step = state?.steps.at(-1);
    const isMeant =
      state?.run.status === 'running' && step?.stepId === stepId && step.status === 'calling';
    if (!isMeant) return { plan: plan({}), outcome: null };
    // It moved on since it was looked at: whoever looks again sees how.
    if (job?.version !== jobVersion)
      return { plan: plan({ effects: [runAgent({ runId })] }), outcome: null };
    const { run } = state;
    const set = { errorCode: error.code, errorText: error.text };
    const detail = { code: error.code, job_id: job.jobId };
    if (by === 'person')
      return { plan: changeRun(run, { type: 'ASK' }, { now, detail }, set), outcome: null };
    const until = nextModel === null || patienceMs === null ? null : job.createdAt + patienceMs;
    if (nextModel !== null && until !== null && until <= now && isHere(job))
      return { plan: takeOver(state, step, job, { nextModel, now }), outcome: null };
    const dueAt = until !== null && until > now ? until : null;
    return {
      plan: changeRun(run, { type: 'PARK' }, { now, detail }, { ...set, dueAt }),
      outcome: null,
    };
  },
});

/** No browser has it, and none that had it may have sent it. */
function isHere({ status, reconcile }: DeliveryJob): boolean {
  return (status === 'pending' || status === 'retry_wait') && !reconcile;
}

function takeOver(
  { run, session }: AgentRunState,
  step: AgentRunState['steps'][number],
  job: DeliveryJob,
  { nextModel: modelRef, now }: { readonly nextModel: string; readonly now: number },
): Plan {
  const { runId, conversationKey } = run;
  const error = { code: 'cancelled', text: 'Another model took over.' } as const;
  return joinPlans(
    cancelled(job, error, 'conductor', now),
    changeStep(step, { type: 'RETRY' }, now, { attempt: step.attempt + 1, jobId: null, modelRef })
      .plan,
    plan({
      changes: [update(AGENT_SESSIONS, session, { modelRef, updatedAt: now })],
      events: [
        {
          type: 'agent_run.model_changed',
          subjectId: runId,
          conversationKey,
          actor: 'conductor',
          at: now,
          detail: { from: step.modelRef, to: modelRef },
        },
      ],
      effects: [runAgent({ runId })],
    }),
  );
}

/** The delivery that a run's step waits for has changed: the run looks again. */
export const lookAgain = defineStep({
  name: 'look again at chat',
  load: ({ runId }: { readonly runId: string; readonly jobId: string; readonly now: number }) => ({
    state: agents.agentRunState({ runId }),
  }),
  decide({ state }, { runId, jobId, now }): Decision<null> {
    const step = state?.steps.at(-1);
    const waits = step?.jobId === jobId && step.status === 'calling';
    const type = waits ? AFTER_WAIT.get(state?.run.status ?? '') : undefined;
    if (state === null || type === undefined) return { plan: plan({}), outcome: null };
    return {
      plan: joinPlans(
        changeRun(state.run, { type }, { now }, { errorCode: null, errorText: null }),
        plan({ effects: [runAgent({ runId })] }),
      ),
      outcome: null,
    };
  },
});

const AFTER_WAIT: ReadonlyMap<string, 'READY' | 'DECIDED'> = new Map([
  ['waiting_model', 'READY'],
  ['waiting_person', 'DECIDED'],
]);
