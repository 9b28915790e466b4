import { joinPlans, plan, update } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import type { Sealed } from '../rows.ts';
import { about, type By, isOver, touched } from '../run-changes.ts';

export interface WriteRunInput {
  readonly runId: string;
  /** The version that `sealed` was made from. */
  readonly version: number;
  readonly sealed: Sealed;
  /** The planner says that all is done: taken where no task is open. */
  readonly completes: boolean;
  readonly by: By;
}

type Written = 'written' | 'stale' | 'not_found' | 'open_tasks' | 'run_ended';

/** The report or the conclusion of a run changes. A person may still write after its end. */
export const writeRun = defineStep({
  name: 'write report of run',
  load: ({ runId }: WriteRunInput) => ({ state: { query: 'runState', runId } }),
  decide({ state }, { version, sealed, completes, by }): Decision<Written> {
    const nothing = (outcome: Written): Decision<Written> => ({ plan: plan({}), outcome });
    if (state === null) return nothing('not_found');
    const { run, tasks } = state;
    if (isOver(run) && by.actor !== 'person') return nothing('run_ended');
    if (run.version !== version) return nothing('stale');
    const isOpen = tasks.some(({ status }) => status !== 'done' && status !== 'dropped');
    if (completes && isOpen) return nothing('open_tasks');
    const { now } = by;
    const set = { sealed, updatedAt: now, ...(completes && { completedAt: now }) };
    return {
      plan: joinPlans(
        plan({
          changes: [update('runs', run, set)],
          events: [about(completes ? 'run.completed' : 'run_report.changed', run.runId, by)],
        }),
        touched(run),
      ),
      outcome: 'written',
    };
  },
});
