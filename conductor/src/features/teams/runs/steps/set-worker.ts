import { joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type RunWorker, RUN_WORKERS } from '../rows.ts';
import { about, type By, endWorker, touched } from '../run-changes.ts';
import * as runs from '../queries.ts';

export interface SetWorkerInput {
  readonly runId: string;
  readonly workerId: string;
  /** `ended`: it is told nothing more. */
  readonly set: Partial<Pick<RunWorker, 'mark' | 'heldBy'>> | 'ended';
  readonly by: By;
}

/** A person, or the planner, says how a worker stands, or ends its work. */
export const setWorker = defineStep({
  name: 'set worker of run',
  load: ({ runId }: SetWorkerInput) => ({
    state: runs.runState({ runId }),
    unsent: runs.runUnsent({ runId }),
    rules: runs.runRules({ runId }),
  }),
  decide(
    { state, ...ending },
    { workerId, set, by },
  ): Decision<'set' | 'not_found' | 'is_planner'> {
    const worker = state?.workers.find((one) => one.worker.workerId === workerId)?.worker;
    if (state === null || worker === undefined) return { plan: plan({}), outcome: 'not_found' };
    if (set === 'ended' && worker.isPlanner) return { plan: plan({}), outcome: 'is_planner' };
    const detail = { run: state.run.runId, ...(set !== 'ended' && set), ...by.detail };
    const changed =
      set === 'ended'
        ? endWorker(state, ending, worker, by)
        : plan({
            changes: [update(RUN_WORKERS, worker, set)],
            events: [about('run_worker.set', workerId, { ...by, detail })],
          });
    return { plan: joinPlans(changed, touched(state.run)), outcome: 'set' };
  },
});
