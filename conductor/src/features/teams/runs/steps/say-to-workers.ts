import { joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { newInput, type Saying } from '../new-input.ts';
import {
  type InputOrigin,
  type Run,
  type RunTask,
  type RunWorker,
  RUNS,
  RUN_TASKS,
  RUN_WORKERS,
} from '../rows.ts';
import { spentLimit } from '../role-limits.ts';
import { type By, changeTask, isOver, queueInput, touched } from '../run-changes.ts';
import * as runs from '../queries.ts';

export interface SayInput {
  readonly runId: string;
  readonly sayings: readonly Saying[];
  readonly origin: InputOrigin;
  readonly by: By;
  /** The version of the run on which Baton itself decided to say it; null: others asked for it. */
  readonly version: number | null;
  /** Fields of the run to set with it: what the planner has heard of by then. */
  readonly set?: Partial<Pick<Run, 'toldAt' | 'hints' | 'digestAt' | 'stalls'>>;
  /** The task that is handed over, asked about, or to be looked at. */
  readonly task?: { readonly taskId: string; readonly as: 'assigned' | 'asked' | 'reviewed' };
}

/** `max_inputs`, `max_minutes`: a worker has come to that limit of its role. */
type Said =
  | 'queued'
  | 'changed'
  | 'not_found'
  | 'run_ended'
  | 'worker_lost'
  | 'plan_waits'
  | 'max_inputs'
  | 'max_minutes';

/** Puts texts in line for their workers; what is said again with the same id is one. */
export const sayToWorkers = defineStep({
  name: 'say to workers of run',
  load: ({ runId, sayings }: SayInput) => ({
    state: runs.runState({ runId }),
    known: runs.runInput({ inputId: sayings[0]?.inputId ?? '' }),
  }),
  decide({ state, known }, input): Decision<Said> {
    const nothing = (outcome: Said): Decision<Said> => ({ plan: plan({}), outcome });
    if (known !== null) return nothing('queued');
    if (state === null) return nothing('not_found');
    const { run, workers, tasks } = state;
    const { sayings, version, set, task: about, by } = input;
    if (isOver(run)) return nothing('run_ended');
    if (version !== null && run.version !== version) return nothing('changed');
    // What a planner says to a worker is work that begins.
    // guard: plan-before-words
    if (input.origin === 'planner' && isPlanToAccept(run)) return nothing('plan_waits');
    const found = sayings.map(({ workerId }) =>
      workers.find(({ worker }) => worker.workerId === workerId),
    );
    if (found.some((one) => one === undefined)) return nothing('not_found');
    if (found.some((one) => one?.worker.endedAt !== null)) return nothing('worker_lost');
    const spent = found.flatMap((one) => (one && spentLimit(one, by.now)) ?? [])[0];
    if (spent !== undefined) return nothing(spent); // guard: role-inputs
    const task = about && tasks.find(({ taskId }) => taskId === about.taskId);
    const taskId = about?.as === 'assigned' ? about.taskId : null;
    const how = { origin: input.origin, taskId, by };
    const unmarked = found.flatMap((one) =>
      // What a person or a worker said of it holds until it is told something new.
      one !== undefined && one.worker.mark !== null ? [one.worker] : [],
    );
    return {
      plan: joinPlans(
        ...sayings.map((saying) => queueInput(newInput(run, saying, how), by)),
        plan({ changes: unmarked.map((worker) => unmark(worker)) }),
        task === undefined || about === undefined ? plan({}) : toldOf(task, about.as, sayings, by),
        set === undefined ? plan({}) : plan({ changes: [update(RUNS, run, set)] }),
        touched(run),
      ),
      outcome: 'queued',
    };
  },
});

/** A person has not accepted what is to be done, and wants to. */
function isPlanToAccept({ status, beforePause, reviewPlan, plannedAt }: Run): boolean {
  const phase = status === 'paused' ? beforePause : status;
  return reviewPlan && (plannedAt !== null || phase === 'starting' || phase === 'planning');
}

/** Changes a task with a text about it that is queued. */
function toldOf(
  task: RunTask,
  as: NonNullable<SayInput['task']>['as'],
  [saying]: readonly Saying[],
  by: By,
): Plan {
  const workerId = saying?.workerId ?? null;
  switch (as) {
    case 'assigned':
      return changeTask(task, { type: 'ASSIGN' }, by, { workerId, asked: false });
    case 'asked':
      return plan({ changes: [update(RUN_TASKS, task, { asked: true, updatedAt: by.now })] });
    case 'reviewed':
      return plan({
        changes: [
          update(RUN_TASKS, task, { reviewerId: workerId, asked: false, updatedAt: by.now }),
        ],
      });
  }
}

function unmark(worker: RunWorker) {
  return update(RUN_WORKERS, worker, { mark: null });
}
