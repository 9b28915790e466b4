import { joinPlans, plan, update } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import type { RunWorker } from '../rows.ts';
import { about, type By, dropInput, takeBack, touched } from '../run-changes.ts';

export interface SetWorkerInput {
  readonly runId: string;
  readonly workerId: string;
  readonly set: Partial<Pick<RunWorker, 'mark' | 'heldBy' | 'endedAt'>>;
  readonly by: By;
}

/** A person, or the planner, says how a worker stands; one that is ended is told nothing more. */
export const setWorker = defineStep({
  name: 'set worker of run',
  load: ({ runId }: SetWorkerInput) => ({
    state: { query: 'runState', runId },
    unsent: { query: 'runUnsent', runId },
  }),
  decide({ state, unsent }, { workerId, set, by }): Decision<'set' | 'not_found' | 'is_planner'> {
    const worker = state?.workers.find((one) => one.worker.workerId === workerId)?.worker;
    if (state === null || worker === undefined) return { plan: plan({}), outcome: 'not_found' };
    const ends = typeof set.endedAt === 'number';
    if (ends && worker.isPlanner) return { plan: plan({}), outcome: 'is_planner' };
    const dropped = ends
      ? state.queued.filter((one) => one.workerId === workerId).map((one) => dropInput(one, by))
      : [];
    const back = ends ? unsent.filter((one) => one.workerId === workerId) : [];
    const detail = { run: state.run.runId, ...set, ...by.detail };
    return {
      plan: joinPlans(
        plan({
          changes: [update('runWorkers', worker, set)],
          events: [
            about(ends ? 'run_worker.ended' : 'run_worker.set', workerId, { ...by, detail }),
          ],
        }),
        ...dropped,
        takeBack(back, 'The work of its worker was ended.', by),
        touched(state.run),
      ),
      outcome: 'set',
    };
  },
});
