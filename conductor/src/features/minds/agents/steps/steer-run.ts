import { insert, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { hasEnded } from '../agent-changes.ts';
import * as agents from '../queries.ts';
import { AGENT_RUNS } from '../rows.ts';
import { USER_TURNS } from '../../../heart/conversations/rows.ts';
import { conversationChanged } from '../../../heart/conversations/effects.ts';

/** More that nobody has read yet are no help to anyone. */
const MOST_WAITING = 20;

export interface SteerRunInput {
  readonly runId: string;
  /** The same again is the same message. */
  readonly steerId: string;
  readonly text: string;
  readonly via: string;
  readonly now: number;
}

/** A person says something to a run that works: its model is told of it with the next step. */
export const steerRun = defineStep({
  name: 'steer agent run',
  load: ({ runId }: SteerRunInput) => ({ run: agents.agentRun({ runId }) }),
  decide(
    { run },
    { runId, steerId, text, via, now },
  ): Decision<'steered' | 'not_found' | 'invalid_transition' | 'quota_exceeded'> {
    const nothing = plan({});
    if (run === null) return { plan: nothing, outcome: 'not_found' };
    const { conversationKey, steers } = run;
    if (hasEnded(run) || run.status === 'stopping')
      return { plan: nothing, outcome: 'invalid_transition' };
    if (steers.length >= MOST_WAITING) return { plan: nothing, outcome: 'quota_exceeded' };
    return {
      plan: plan({
        changes: [
          update(AGENT_RUNS, run, { steers: [...steers, { id: steerId, text }] }),
          // As any word of a person, for searches and exports.
          insert(USER_TURNS, {
            turnId: `${steerId}.turn`,
            conversationKey,
            userMessageId: steerId,
            rawText: text,
            author: 'person',
            jobId: null,
            observedAt: now,
            version: 1,
          }),
        ],
        events: [
          {
            type: 'agent_run.steered',
            subjectId: runId,
            conversationKey,
            actor: 'person',
            at: now,
            detail: { via },
          },
        ],
        effects: [conversationChanged({ conversationKey })],
      }),
      outcome: 'steered',
    };
  },
});
