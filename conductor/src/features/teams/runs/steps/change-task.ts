import { insert, joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import {
  type RunEvidence,
  type RunTask,
  type Sealed,
  type WorkerMark,
  RUN_TASKS,
  RUN_WORKERS,
  RUN_EVIDENCE,
} from '../rows.ts';
import { about, type By, changeTask, isOver, queueInput, touched } from '../run-changes.ts';
import { newInput, type Saying } from '../new-input.ts';
import { type TaskEvent, taskTable } from '../task.machine.ts';
import * as runs from '../queries.ts';

export interface ChangeTaskInput {
  readonly runId: string;
  readonly taskId: string;
  /** The version that `sealed` was made from: another one, and it is made anew. */
  readonly version: number;
  /** Null: its words change, and its state does not. */
  readonly event: TaskEvent | null;
  readonly sealed: Sealed;
  /** Mark to set on its worker with it; null takes a mark away; left out: it stays as it is. */
  readonly mark?: WorkerMark | null;
  /** The planner is to hear of it. */
  readonly isNews: boolean;
  /** Puts it elsewhere. */
  readonly set?: Partial<
    Pick<
      RunTask,
      'workerId' | 'attempt' | 'asked' | 'reviewerId' | 'returns' | 'stuckAt' | 'isExpected'
    >
  >;
  /** Evidence that the task is done. */
  readonly evidence?: readonly RunEvidence[];
  /** Text that its worker is told with it, as a task that it has again. */
  readonly saying?: Saying | null;
  readonly by: By;
}

type Changed = 'changed' | 'stale' | 'not_found' | 'run_ended' | 'invalid_transition';

/** Changes a task: as its worker, the planner, a person, or Baton itself says. */
export const changeTaskOfRun = defineStep({
  name: 'change task of run',
  load: ({ runId }: ChangeTaskInput) => ({ state: runs.runState({ runId }) }),
  decide({ state }, input): Decision<Changed> {
    const nothing = (outcome: Changed): Decision<Changed> => ({ plan: plan({}), outcome });
    const task = state?.tasks.find(({ taskId }) => taskId === input.taskId);
    if (state === null || task === undefined) return nothing('not_found');
    const { run, workers } = state;
    if (isOver(run)) return nothing('run_ended');
    if (task.version !== input.version) return nothing('stale');
    const { event, sealed, mark, isNews, evidence = [], saying = null, by } = input;
    if (event !== null && !taskTable.can(task.status, event)) return nothing('invalid_transition');
    const set = { ...input.set, sealed, ...(isNews && { newsAt: newsAfter(state.tasks, by.now) }) };
    const worker = workers.find((one) => one.worker.workerId === task.workerId)?.worker;
    return {
      plan: joinPlans(
        event === null
          ? plan({ changes: [update(RUN_TASKS, task, { ...set, updatedAt: by.now })] })
          : changeTask(task, event, by, set),
        mark === undefined || worker === undefined || worker.mark === mark
          ? plan({})
          : plan({ changes: [update(RUN_WORKERS, worker, { mark })] }),
        plan({
          changes: evidence.map((one) => insert(RUN_EVIDENCE, one)),
          events: evidence.map(({ evidenceId, taskId, kind }) =>
            about('run_evidence.added', evidenceId, {
              ...by,
              detail: { run: run.runId, task: taskId, kind, ...by.detail },
            }),
          ),
        }),
        saying === null
          ? plan({})
          : queueInput(newInput(run, saying, { origin: 'run', taskId: task.taskId, by }), by),
        touched(run),
      ),
      outcome: 'changed',
    };
  },
});

/** Later than all news before it, whatever the clock says: the planner is told of what is newer than it was told. */
function newsAfter(tasks: readonly RunTask[], now: number): number {
  return tasks.reduce((newest, { newsAt }) => Math.max(newest, (newsAt ?? 0) + 1), now);
}
