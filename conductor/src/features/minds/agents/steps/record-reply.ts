import { joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import {
  type DeliverySettings,
  type FoundAction,
  instructReply,
} from '../../../heart/actions/feature.ts';
import { changeJob } from '../../../heart/deliveries/feature.ts';
import { changeRun, endEarly, keepMessage } from '../agent-changes.ts';
import { hearReply, type HeardReply, stepThatAsked } from '../hear-reply.ts';
import { nextStep } from '../next-step.ts';
import { partsOf } from '../write-message.ts';
import * as agents from '../queries.ts';
import { AGENT_RUNS } from '../rows.ts';
import { dispatch } from '../../../heart/deliveries/effects.ts';

export interface RecordReplyInput extends HeardReply, DeliverySettings {
  /** For each call of the reply, at its place: what it asks for, or why that cannot be. */
  readonly actions: readonly FoundAction[];
}

const LOOPS = {
  code: 'loop_detected',
  text: 'The model asks for the same again and again, with the same results.',
} as const;

/**
 * A model replied with tool calls: they become instructions, which are judged and run like those of any reply. A step
 * that was stopped meanwhile keeps nothing of it.
 */
export const recordReply = defineStep({
  name: 'record reply of model',
  load: ({ runId }: RecordReplyInput) => ({
    state: agents.agentRunPart({ runId, from: 'newest' }),
  }),
  decide({ state }, input): Decision<null> {
    const step = stepThatAsked(state, input.stepId);
    if (state === null || step === null) return { plan: plan({}), outcome: null };
    const { anchor, used, plan: heard } = hearReply(state, step, input);
    return {
      plan: joinPlans(
        heard,
        plan({ changes: [update(AGENT_RUNS, state.run, used)] }),
        instructReply(anchor, { ...input, actor: 'conductor' }),
      ),
      outcome: null,
    };
  },
});

/** A model replied without a call, so the run has its answer, unless a person said more meanwhile; or asks for the same once too often, and it fails. */
export const endWithReply = defineStep({
  name: 'end run with reply of model',
  load: ({ runId, aiMessageId }: HeardReply & { readonly inCircles: boolean }) => ({
    state: agents.agentRunState({ runId }),
    message: agents.agentMessage({ messageId: aiMessageId }),
  }),
  decide({ state, message }, input): Decision<null> {
    const asked = stepThatAsked(state, input.stepId);
    if (state === null || asked === null || message === null)
      return { plan: plan({}), outcome: null };
    const { now, inCircles } = input;
    if (inCircles)
      return { plan: endEarly(state, message, { type: 'FAIL' }, LOOPS, { now }), outcome: null };
    const { step, used, plan: heard } = hearReply(state, asked, input);
    const { run, job, steps } = state;
    // A person has said more meanwhile; the last words of a run are its last.
    if (run.steers.length > 0 && run.stopReason !== 'budget_spent')
      return { plan: joinPlans(heard, nextStep(state, step, now, used)), outcome: null };
    return {
      plan: joinPlans(
        heard,
        changeRun(run, { type: 'FINISH' }, { now }, used),
        keepMessage(message, partsOf({ ...state, steps: [...steps.slice(0, -1), step] })),
        changeJob({
          job,
          event: { type: 'FINAL_MESSAGE' },
          now,
          actor: 'conductor',
          set: { finalAnchorId: step.stepId },
        }),
        plan({ effects: [dispatch()] }),
      ),
      outcome: null,
    };
  },
});
