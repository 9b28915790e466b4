import { insert, joinPlans, type Plan, plan, update } from '../../../engine/plan.ts';
import type { MessageAnchor } from '../../heart/conversations/feature.ts';
import { changeStep } from './agent-changes.ts';
import type { CompressionReport } from './compress-messages.ts';
import type { ModelReply } from './model-port.ts';
import type { AgentRunPart } from './queries.ts';
import { type AgentRun, type AgentStep, AGENT_SESSIONS } from './rows.ts';
import { MESSAGE_ANCHORS, CONVERSATIONS } from '../../heart/conversations/rows.ts';

export interface HeardReply {
  readonly runId: string;
  readonly aiMessageId: string;
  /** The step that asked. */
  readonly stepId: string;
  /** Reply of the model. Its calls have ids that no call of the run has yet. */
  readonly reply: ModelReply;
  /** Numbers of parts that the model was not told: long results and inputs, and turns. */
  readonly leftOut: Pick<CompressionReport, 'results' | 'inputs' | 'turns'>;
  /** Hash of all its calls as written; null where there are none. */
  readonly actionsHash: string | null;
  readonly now: number;
}

/** Changes made by a reply, no matter what follows from it. */
interface Heard {
  /** The step that has its reply. */
  readonly step: AgentStep;
  readonly anchor: MessageAnchor;
  /** Amounts that the run has used up after it. */
  readonly used: Pick<AgentRun, 'stepsUsed' | 'callsUsed' | 'tokensIn' | 'tokensOut'>;
  readonly plan: Plan;
}

/** The step that still waits for that reply; null: it was stopped, or has another. */
export function stepThatAsked(state: AgentRunPart | null, stepId: string): AgentStep | null {
  const step = state?.steps.at(-1);
  const waits =
    state?.run.status === 'running' && step?.stepId === stepId && step.status === 'calling';
  return waits ? step : null;
}

export function hearReply(state: AgentRunPart, step: AgentStep, input: HeardReply): Heard {
  const { reply, now } = input;
  const { calls, tokensIn, tokensOut } = reply;
  const { run, session, conversation } = state;
  const event = { type: 'REPLIED', calls: calls.length > 0 } as const;
  const replied = changeStep(step, event, now, { ...reply, repliedAt: now });
  const anchor = anchorOf(state, replied.step, input);
  const changes = plan({
    changes: [
      insert(MESSAGE_ANCHORS, anchor),
      update(AGENT_SESSIONS, session, {
        tokensIn: session.tokensIn + tokensIn,
        tokensOut: session.tokensOut + tokensOut,
        updatedAt: now,
      }),
      update(CONVERSATIONS, conversation, {
        latestAssistantMessageId: anchor.assistantMessageId,
        latestObservedAt: now,
        updatedAt: now,
      }),
    ],
    events: [
      {
        type: 'agent_run.replied',
        subjectId: run.runId,
        conversationKey: run.conversationKey,
        actor: 'conductor',
        at: now,
        detail: {
          step: step.number,
          model: step.modelRef,
          calls: calls.length,
          ...(reply.complete !== 'whole' && { complete: reply.complete }),
          tokens_in: tokensIn,
          tokens_out: tokensOut,
          ...(Object.values(input.leftOut).some((some) => some > 0) && { left_out: input.leftOut }),
        },
      },
    ],
  });
  return {
    step: replied.step,
    anchor,
    used: {
      stepsUsed: run.stepsUsed + 1,
      callsUsed: run.callsUsed + calls.length,
      tokensIn: run.tokensIn + tokensIn,
      tokensOut: run.tokensOut + tokensOut,
    },
    plan: joinPlans(replied.plan, changes),
  };
}

/** The reply as any other: found by searches and exports, and what instructions hang on. */
function anchorOf(
  { run, job }: AgentRunPart,
  { stepId }: AgentStep,
  { reply, actionsHash, now }: HeardReply,
): MessageAnchor {
  return {
    anchorId: stepId,
    conversationKey: run.conversationKey,
    assistantMessageId: stepId,
    observedAt: now,
    source: 'model',
    rawText: reply.text,
    complete: reply.complete,
    isSecond: false,
    leftAt: null,
    actionsHash,
    chain: job.chain,
    diagnosticTabId: null,
    diagnosticPageUrl: null,
    version: 1,
  };
}
