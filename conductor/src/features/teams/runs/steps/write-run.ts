import { joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { newInput, type Saying } from '../new-input.ts';
import { type Sealed, RUNS } from '../rows.ts';
import { about, type By, isOver, queueInput, touched } from '../run-changes.ts';
import * as runs from '../queries.ts';

export interface WriteRunInput {
  readonly runId: string;
  /** The version that `sealed` was made from. */
  readonly version: number;
  readonly sealed: Sealed;
  /** The planner says that all is done: taken where no task is open. */
  readonly completes: boolean;
  /** Questions of the planner that stand open with it. */
  readonly asks: number;
  /** Text that the planner is told with it: a person's answer. */
  readonly saying?: Saying | null;
  /** The line in the trail; left out: the report changed. */
  readonly event?: 'run.asked' | 'run.answered';
  readonly by: By;
}

type Written = 'written' | 'stale' | 'not_found' | 'open_tasks' | 'run_ended';

/** The report or the conclusion of a run changes. A person may still write after its end. */
export const writeRun = defineStep({
  name: 'write report of run',
  load: ({ runId }: WriteRunInput) => ({ state: runs.runState({ runId }) }),
  decide(
    { state },
    { version, sealed, completes, asks, saying = null, event, by },
  ): Decision<Written> {
    const nothing = (outcome: Written): Decision<Written> => ({ plan: plan({}), outcome });
    if (state === null) return nothing('not_found');
    const { run, tasks } = state;
    if (isOver(run) && (by.actor !== 'person' || saying !== null)) return nothing('run_ended');
    if (run.version !== version) return nothing('stale');
    const isOpen = tasks.some(({ status }) => status !== 'done' && status !== 'dropped');
    if (completes && isOpen) return nothing('open_tasks');
    const { now } = by;
    const type = event ?? (completes ? 'run.completed' : 'run_report.changed');
    const set = { sealed, asks, updatedAt: now, ...(completes && { completedAt: now }) };
    return {
      plan: joinPlans(
        plan({
          changes: [update(RUNS, run, set)],
          events: [about(type, run.runId, by)],
        }),
        saying === null
          ? plan({})
          : queueInput(newInput(run, saying, { origin: 'person', taskId: null, by }), by),
        touched(run),
      ),
      outcome: 'written',
    };
  },
});
