import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { type AuditEvent, joinPlans, type Plan, plan, update } from '../../../engine/plan.ts';
import { changeJob } from '../../heart/deliveries/feature.ts';
import { type AgentRunEvent, type AgentRunStatus, agentRunTable } from './agent-run.machine.ts';
import { type AgentStepEvent, agentStepTable } from './agent-step.machine.ts';
import { partsOf } from './write-message.ts';
import type { AgentRunState } from './queries.ts';
import {
  type AgentMessage,
  type AgentRun,
  type AgentStep,
  AGENT_RUNS,
  AGENT_STEPS,
  AGENT_MESSAGES,
} from './rows.ts';
import { conversationChanged } from '../../heart/conversations/effects.ts';
import { agentEnded } from './effects.ts';
import { dispatch } from '../../heart/deliveries/effects.ts';

interface By {
  readonly now: number;
  readonly actor?: AuditEvent['actor'];
  readonly detail?: Readonly<Record<string, unknown>>;
}

const ENDED: readonly AgentRunStatus[] = ['succeeded', 'failed', 'stopped'];

export function hasEnded({ status }: Pick<AgentRun, 'status'>): boolean {
  return ENDED.includes(status);
}

/** The plan that applies an event to a run, with its line in the trail. Throws InvalidTransition. */
export function changeRun(
  run: AgentRun,
  event: AgentRunEvent,
  { now, actor = 'conductor', detail }: By,
  set: Partial<Omit<AgentRun, 'version' | 'status'>> = {},
): Plan {
  const status = agentRunTable.next(run.status, event);
  const { runId, conversationKey } = run;
  const isOver = ENDED.includes(status);
  return plan({
    changes: [
      update(AGENT_RUNS, run, { dueAt: null, finishedAt: isOver ? now : null, ...set, status }),
    ],
    events: [
      {
        type: `agent_run.${event.type.toLowerCase()}`,
        subjectId: runId,
        conversationKey,
        actor,
        at: now,
        detail: { ...(set.errorCode && { code: set.errorCode }), ...detail },
      },
    ],
    effects: [conversationChanged({ conversationKey }), ...(isOver ? [agentEnded({ runId })] : [])],
  });
}

/** The step after the event, and the change that makes it so. Its line in the trail is that of its run. */
export function changeStep(
  step: AgentStep,
  event: AgentStepEvent,
  now: number,
  set: Partial<Omit<AgentStep, 'version' | 'status'>> = {},
): { readonly step: AgentStep; readonly plan: Plan } {
  const status = agentStepTable.next(step.status, event);
  const finishedAt = status === 'calling' || status === 'acting' ? null : now;
  const changed = { finishedAt, ...set, status };
  return {
    step: { ...step, ...changed },
    plan: plan({ changes: [update(AGENT_STEPS, step, changed)] }),
  };
}

/** A run that is over without having succeeded: its turn is answered by what it wrote so far, and fails. */
export function endEarly(
  state: AgentRunState,
  message: AgentMessage,
  event: { readonly type: 'FAIL' | 'ENDED' },
  error: CodedError,
  by: By,
): Plan {
  const { run, job, steps } = state;
  const last = steps.at(-1);
  const isOpen = last?.status === 'calling' || last?.status === 'acting';
  const stepEvent = { type: event.type === 'FAIL' ? 'FAIL' : 'STOP' } as const;
  const { now, actor = 'conductor' } = by;
  return joinPlans(
    isOpen ? changeStep(last, stepEvent, now).plan : plan({}),
    changeRun(run, event, by, { errorCode: error.code, errorText: error.text }),
    keepMessage(message, partsOf(state)),
    changeJob({ job, event: { type: 'RUN_ENDED' }, now, actor, error }),
    // The next turn of the session may begin.
    plan({ effects: [dispatch()] }),
  );
}

/** Keeps what a run has written. */
export function keepMessage(message: AgentMessage, parts: AgentMessage['parts']): Plan {
  return plan({ changes: [update(AGENT_MESSAGES, message, { parts })] });
}
