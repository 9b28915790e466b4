import {
  type ConversationKey,
  conversationRef,
} from '../../../../../../shared/model/conversation-key.ts';
import { insert, joinPlans, type Plan, plan, update } from '../../../../engine/plan.ts';
import type { Some } from '../../../../engine/some.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeJob, type DeliveryJob } from '../../../heart/deliveries/feature.ts';
import { changeRun } from '../agent-changes.ts';
import { childPath } from '../message-path.ts';
import { newStep } from '../new-step.ts';
import type { AgentPlace, AgentRunState, WaitingTurn } from '../queries.ts';
import {
  type AgentMessage,
  type AgentRun,
  type AgentSession,
  AGENT_MESSAGES,
  AGENT_SESSIONS,
  AGENT_RUNS,
  AGENT_STEPS,
} from '../rows.ts';
import * as agents from '../queries.ts';
import * as deliveries from '../../../heart/deliveries/queries.ts';
import * as conversations from '../../../heart/conversations/queries.ts';
import { USER_TURNS } from '../../../heart/conversations/rows.ts';
import { runAgent } from '../effects.ts';

/** Turns whose run may begin, and how many runs have a place now. */
export const findTurns = defineStep({
  name: 'find turns of agents',
  load: ({ except, limit }: Some) => ({
    turns: agents.turnsToBegin({ except, limit }),
    busy: agents.busyAgentRuns(),
  }),
  decide: ({
    turns,
    busy,
  }): Decision<{
    readonly turns: readonly WaitingTurn[];
    readonly busy: number;
  }> => ({ plan: plan({}), outcome: { turns, busy } }),
});

export interface BeginRunInput {
  readonly jobId: string;
  readonly conversationKey: ConversationKey;
  readonly now: number;
}

/**
 * Takes a turn in: its run begins with a step that asks the model. A turn whose run failed or was stopped, and which a
 * person has retried, goes on from the last step that was committed.
 */
export const beginRun = defineStep({
  name: 'begin agent run',
  load: ({ jobId, conversationKey }: BeginRunInput) => ({
    job: deliveries.job({ jobId }),
    conversation: conversations.conversation({ ref: conversationRef(conversationKey) }),
    inFlight: deliveries.jobsInFlight({ refs: [conversationRef(conversationKey)] }),
    session: agents.agentSessionOf({ conversationKey }),
    turn: agents.agentTurn({ jobId }),
    place: agents.agentPlace({ conversationKey, jobId }),
    before: agents.agentRunState({ runId: jobId }),
    call: agents.callOfWorker({ conversationKey }),
  }),
  decide(
    { job, conversation, inFlight, session, turn, place, before, call },
    { now },
  ): Decision<boolean> {
    const goes =
      job?.status === 'pending' &&
      conversation !== null &&
      conversation.mode !== 'paused' &&
      (conversation.mode !== 'manual' || job.origin === 'person') &&
      session !== null &&
      inFlight.length === 0;
    if (!goes) return { plan: plan({}), outcome: false };
    const taken = changeJob({
      job,
      event: { type: 'BEGIN' },
      now,
      actor: 'conductor',
      set: { attemptCount: job.attemptCount + 1, startedAt: job.startedAt ?? now },
      detail: { agent: session.agentId },
    });
    const isAsked = session.parentInstructionId !== null && job.origin === 'conversation';
    if (isAsked && before === null && (call === null || isOver(call)))
      return { plan: giveUp(job, now), outcome: true };
    const isAnswer = turn?.asks === 'answer';
    const begun =
      before === null
        ? begin(
            job,
            session,
            { place, isAnswer, parentRunId: isAsked ? (call?.runId ?? null) : null },
            now,
          )
        : goOn(before, session, now);
    return { plan: joinPlans(taken, begun), outcome: true };
  },
});

interface Beginning {
  readonly place: AgentPlace;
  /** true: another answer to an existing message. */
  readonly isAnswer: boolean;
  /** The run that asks for it; null: none does. */
  readonly parentRunId: string | null;
}

const NOT_WAITED_FOR = { code: 'cancelled', text: 'The run that asked for it is over.' } as const;

function isOver({ status }: { readonly status: string }): boolean {
  return status === 'succeeded' || status === 'failed';
}

function giveUp(job: DeliveryJob, now: number): Plan {
  const event = { type: 'CANCEL' } as const;
  return changeJob({ job, event, now, actor: 'conductor', error: NOT_WAITED_FOR });
}

function begin(
  job: DeliveryJob,
  session: AgentSession,
  { place, isAnswer, parentRunId }: Beginning,
  now: number,
): Plan {
  const { jobId: runId, conversationKey, messageText } = job;
  const said = { conversationKey, runId, createdAt: now, version: 1 } as const;
  const path = childPath(place.parent?.path ?? null, place.followers);
  const turn: AgentMessage = {
    ...said,
    messageId: `usr_${runId}`,
    parentId: place.parent?.messageId ?? null,
    path,
    role: 'user',
    parts: [{ type: 'text', text: messageText, state: 'done' }],
  };
  const asks = isAnswer ? place.parent : turn;
  const answer: AgentMessage = {
    ...said,
    messageId: `msg_${runId}`,
    parentId: asks?.messageId ?? null,
    path: isAnswer ? path : childPath(path, 0),
    role: 'assistant',
    parts: [],
  };
  const run: AgentRun = {
    runId,
    conversationKey,
    aiMessageId: answer.messageId,
    status: 'running',
    stopReason: null,
    errorCode: null,
    errorText: null,
    stepsUsed: 0,
    callsUsed: 0,
    workersUsed: 0,
    workMs: 0,
    steers: [],
    parentRunId,
    tokensIn: 0,
    tokensOut: 0,
    dueAt: null,
    startedAt: now,
    finishedAt: null,
    version: 1,
  };
  const { modelRef } = session;
  return plan({
    changes: [
      ...(isAnswer
        ? []
        : [
            insert(USER_TURNS, {
              turnId: `${runId}.turn`,
              conversationKey,
              userMessageId: turn.messageId,
              rawText: messageText,
              author: 'person',
              jobId: runId,
              observedAt: now,
              version: 1,
            }),
            insert(AGENT_MESSAGES, turn),
          ]),
      insert(AGENT_MESSAGES, answer),
      update(AGENT_SESSIONS, session, { headMessageId: answer.messageId, updatedAt: now }),
      insert(AGENT_RUNS, run),
      insert(AGENT_STEPS, newStep(runId, 0, { modelRef, now })),
    ],
    events: [
      {
        type: 'agent_run.begun',
        subjectId: runId,
        conversationKey,
        actor: 'conductor',
        at: now,
        detail: { agent: session.agentId, model: modelRef },
      },
    ],
    effects: [runAgent({ runId })],
  });
}

/** Resumes a run with a new step; its model may be another by now. */
function goOn({ run, steps }: AgentRunState, { modelRef }: AgentSession, now: number): Plan {
  const { runId, steers } = run;
  const cleared = { errorCode: null, errorText: null, stopReason: null, workMs: 0, steers: [] };
  return joinPlans(
    changeRun(run, { type: 'RESUME' }, { now }, cleared),
    plan({
      changes: [insert(AGENT_STEPS, newStep(runId, steps.length, { modelRef, now, steers }))],
      effects: [runAgent({ runId })],
    }),
  );
}
