import { insert, joinPlans, type Plan, plan, update } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import { type DeliverySettings, type FoundAction, instructReply } from '../../actions/feature.ts';
import type { MessageAnchor } from '../../conversations/feature.ts';
import { changeJob } from '../../deliveries/feature.ts';
import { repeatsItself, type Round } from '../../replies/feature.ts';
import { changeRun, changeStep, endEarly, keepMessage } from '../agent-changes.ts';
import type { CompressionReport } from '../compress-messages.ts';
import { partsOf } from '../write-message.ts';
import type { ModelReply } from '../model-port.ts';
import type { AgentRunState } from '../queries.ts';
import type { AgentMessage, AgentStep } from '../rows.ts';

export interface RecordReplyInput extends DeliverySettings {
  readonly runId: string;
  readonly aiMessageId: string;
  /** The step that asked. */
  readonly stepId: string;
  readonly reply: ModelReply;
  /** What the model was not told of: long results and inputs, and turns. */
  readonly leftOut: Pick<CompressionReport, 'results' | 'inputs' | 'turns'>;
  /** For each call of the reply, at its place: what it asks for, or why that cannot be. */
  readonly actions: readonly FoundAction[];
  /** Of all its calls as written; null where there are none. */
  readonly actionsHash: string | null;
  /** So many equal rounds in a row end the run; 0 never does. */
  readonly maxEqualRounds: number;
}

const LOOPS = {
  code: 'loop_detected',
  text: 'The model asks for the same again and again, with the same results.',
} as const;

/**
 * A model replied: its tool calls become instructions, which are judged and run like those of any reply. Without calls
 * the run has its answer. A step that was stopped meanwhile keeps nothing of it.
 */
export const recordReply = defineStep({
  name: 'record reply of model',
  load: ({ runId, aiMessageId }: RecordReplyInput) => ({
    state: { query: 'agentRunState', runId },
    path: { query: 'agentPath', messageId: aiMessageId },
  }),
  decide({ state, path }, input): Decision<boolean> {
    const step = state?.steps.at(-1);
    const message = path.at(-1);
    const isWanted =
      state?.run.status === 'running' &&
      step?.stepId === input.stepId &&
      step.status === 'calling' &&
      message !== undefined;
    if (!isWanted) return { plan: plan({}), outcome: false };
    const { reply, actions, now } = input;
    const { calls, tokensIn, tokensOut } = reply;
    if (calls.length > 0 && goesInCircles(state, input))
      return { plan: endEarly(state, message, { type: 'FAIL' }, LOOPS, { now }), outcome: true };
    const replied = changeStep(step, { type: 'REPLIED', calls: calls.length > 0 }, now, {
      ...reply,
      calls: namedApart(calls, state.steps),
      repliedAt: now,
    });
    const anchor = anchorOf(state, replied.step, input);
    const used = {
      stepsUsed: state.run.stepsUsed + 1,
      callsUsed: state.run.callsUsed + calls.length,
      tokensIn: state.run.tokensIn + tokensIn,
      tokensOut: state.run.tokensOut + tokensOut,
    };
    const { session } = state;
    const heard = joinPlans(
      replied.plan,
      plan({
        changes: [
          insert('messageAnchors', anchor),
          update('agentSessions', session, {
            tokensIn: session.tokensIn + tokensIn,
            tokensOut: session.tokensOut + tokensOut,
            updatedAt: now,
          }),
          update('conversations', state.conversation, {
            latestAssistantMessageId: anchor.assistantMessageId,
            latestObservedAt: now,
            updatedAt: now,
          }),
        ],
        events: [
          {
            type: 'agent_run.replied',
            subjectId: state.run.runId,
            conversationKey: state.run.conversationKey,
            actor: 'conductor',
            at: now,
            detail: {
              step: step.number,
              model: step.modelRef,
              calls: calls.length,
              tokens_in: tokensIn,
              tokens_out: tokensOut,
              ...(Object.values(input.leftOut).some((some) => some > 0) && {
                left_out: input.leftOut,
              }),
            },
          },
        ],
      }),
    );
    const after =
      calls.length === 0
        ? finish(state, replied.step, message, used, now)
        : joinPlans(
            plan({ changes: [update('agentRuns', state.run, used)] }),
            instructReply(anchor, { ...input, actions, actor: 'conductor' }),
          );
    return { plan: joinPlans(heard, after), outcome: true };
  },
});

/** The reply as any other: found by searches and exports, and what instructions hang on. */
function anchorOf(
  { run, job }: AgentRunState,
  { stepId }: AgentStep,
  { reply, actionsHash, now }: RecordReplyInput,
): MessageAnchor {
  return {
    anchorId: stepId,
    conversationKey: run.conversationKey,
    assistantMessageId: stepId,
    observedAt: now,
    source: 'model',
    rawText: reply.text,
    actionsHash,
    chain: job.chain,
    diagnosticTabId: null,
    diagnosticPageUrl: null,
    version: 1,
  };
}

function finish(
  state: AgentRunState,
  last: AgentStep,
  message: AgentMessage,
  used: Pick<AgentRunState['run'], 'stepsUsed' | 'callsUsed' | 'tokensIn' | 'tokensOut'>,
  now: number,
): Plan {
  const { run, job, steps } = state;
  return joinPlans(
    changeRun(run, { type: 'FINISH' }, { now }, used),
    keepMessage(message, partsOf({ ...state, steps: [...steps.slice(0, -1), last] })),
    changeJob({
      job,
      event: { type: 'FINAL_MESSAGE' },
      now,
      actor: 'conductor',
      set: { finalAnchorId: last.stepId },
    }),
    plan({ effects: [{ kind: 'dispatch' }] }),
  );
}

/** Some models count their calls anew in every reply; within a message a name is of one call. */
function namedApart(calls: AgentStep['calls'], before: readonly AgentStep[]): AgentStep['calls'] {
  const taken = new Set(before.flatMap((step) => step.calls.map(({ toolCallId }) => toolCallId)));
  return calls.map((call) => {
    let { toolCallId } = call;
    for (let more = 2; taken.has(toolCallId); more += 1) toolCallId = `${call.toolCallId}_${more}`;
    taken.add(toolCallId);
    return { ...call, toolCallId };
  });
}

/** What was asked and answered in the same words before is not asked again. */
function goesInCircles(
  { steps, instructions }: AgentRunState,
  { reply, maxEqualRounds }: RecordReplyInput,
): boolean {
  const rounds = steps
    .filter(({ status }) => status === 'closed')
    .map(({ stepId, calls, text }): Round => {
      const results = instructions
        .filter(({ anchorId }) => anchorId === stepId)
        .map(({ resultText, errorCode, errorText }) => [resultText, errorCode, errorText]);
      // The first line of a round's results never counts.
      const resultText = `\n${JSON.stringify(results)}`;
      return { actionsHash: askedFor(calls), rawText: text, resultText };
    });
  const asks = { actionsHash: askedFor(reply.calls), rawText: reply.text };
  return repeatsItself(asks, rounds.toReversed(), maxEqualRounds);
}

/** Without the names that a model gives its calls, which differ each time. */
function askedFor(calls: AgentStep['calls']): string {
  return JSON.stringify(calls.map(({ name, input }) => [name, input]));
}
