import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { Sealed } from '../rows.ts';
import { endRules } from '../role-rules.ts';
import { changeRun, pauseRun } from '../run-changes.ts';
import * as runs from '../queries.ts';

export interface AdvanceRunInput {
  readonly runId: string;
  /** The version on which it was decided: another one, and it is decided anew. */
  readonly version: number;
  readonly move: 'ready' | 'planned' | 'fail' | 'complete' | 'finish' | 'budget' | 'stall';
  /** Texts with the final report, of a run that ends. */
  readonly sealed?: Sealed;
  readonly now: number;
}

/** A run goes on to its next state by itself, or ends. */
export const advanceRun = defineStep({
  name: 'advance run',
  load: ({ runId }: AdvanceRunInput) => ({
    state: runs.runState({ runId }),
    rules: runs.runRules({ runId }),
  }),
  decide({ state, rules }, { version, move, sealed, now }): Decision<null> {
    const run = state?.run;
    if (run?.version !== version) return { plan: plan({}), outcome: null };
    const by = { now, actor: 'conductor' } as const;
    switch (move) {
      case 'ready':
        return { plan: changeRun(run, { type: 'READY' }, by, { readyAt: now }), outcome: null };
      case 'planned':
        return { plan: changeRun(run, { type: 'PLAN_ACCEPTED' }, by), outcome: null };
      case 'complete':
        return { plan: changeRun(run, { type: 'COMPLETE' }, by), outcome: null };
      case 'budget':
      case 'stall':
        return { plan: pauseRun(run, move, by), outcome: null };
      case 'finish': {
        const set = sealed === undefined ? {} : { sealed };
        const finished = changeRun(run, { type: 'REPORT_READY' }, by, set);
        return { plan: joinPlans(finished, endRules(rules, null, now)), outcome: null };
      }
      case 'fail': {
        const planner = state?.workers.find(({ worker }) => worker.workerId === run.plannerId);
        const errorCode = planner?.lastJob?.lastErrorCode ?? 'worker_lost';
        const failed = changeRun(run, { type: 'FAIL' }, by, { errorCode });
        return { plan: joinPlans(failed, endRules(rules, null, now)), outcome: null };
      }
    }
  },
});
