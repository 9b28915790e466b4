import { joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeRun } from '../agent-changes.ts';
import { workLimit } from '../agent-definition.ts';
import * as agents from '../queries.ts';
import { AGENT_RUNS } from '../rows.ts';
import { agentStopping } from '../effects.ts';

export interface CountWorkInput {
  readonly runId: string;
  /** Milliseconds of work since the last count. */
  readonly ms: number;
  /** For runs of any agent; null: as their agents say. */
  readonly mostMs: number | null;
  readonly now: number;
}

/** A run has worked for a while: one that has done so as long as it may is stopped, and fails once all of it has ended. */
export const countWork = defineStep({
  name: 'count work of agent run',
  load: ({ runId }: CountWorkInput) => ({
    state: agents.agentRunPart({ runId, from: 'newest' }),
  }),
  decide({ state }, { ms, mostMs, now }): Decision<null> {
    if (state?.run.status !== 'running') return { plan: plan({}), outcome: null };
    const { run, session } = state;
    const workMs = run.workMs + ms;
    const limit = workLimit(session.definition, mostMs);
    if (workMs < limit)
      return { plan: plan({ changes: [update(AGENT_RUNS, run, { workMs })] }), outcome: null };
    const errorText = `It may work for ${(limit / 60_000).toFixed(1)} minutes.`;
    const set = { workMs, errorCode: 'work_time_spent', errorText } as const;
    return {
      plan: joinPlans(
        changeRun(run, { type: 'STOP' }, { now, detail: { work_ms: workMs } }, set),
        plan({ effects: [agentStopping({ runId: run.runId })] }),
      ),
      outcome: null,
    };
  },
});
