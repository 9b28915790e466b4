import { insert, joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { newInput, type Saying } from '../new-input.ts';
import type { RunState } from '../queries.ts';
import { type RunTask, type RunWorker, RUN_WORKERS, RUNS, RUN_TASKS } from '../rows.ts';
import {
  about,
  type By,
  changeTask,
  endWorker,
  isOver,
  queueInput,
  touched,
} from '../run-changes.ts';
import { namedConversation } from '../template-id.ts';
import * as runs from '../queries.ts';

export interface AddWorkerInput {
  readonly worker: RunWorker;
  /** The worker in whose place it comes, which ends with it and gives it what it had; null: it is one more. */
  readonly replaces: string | null;
  /** The task over which Baton decided by itself that it comes, as it was then; null: somebody asked for it. */
  readonly over: Pick<RunTask, 'taskId' | 'version'> | null;
  /** Text that the planner is told with it; null: none. */
  readonly saying: Saying | null;
  /** Most workers that have not ended, the planner included. */
  readonly maxWorkers: number;
  readonly by: By;
}

type Added = 'added' | 'not_found' | 'run_ended' | 'unknown_tab' | 'too_many' | 'taken' | 'changed';

/** One more works for a run that goes on, or one in the place of another. */
export const addWorker = defineStep({
  name: 'add worker to run',
  load: ({ worker: { runId, templateId } }: AddWorkerInput) => ({
    state: runs.runState({ runId }),
    unsent: runs.runUnsent({ runId }),
    rules: runs.runRules({ runId }),
    taken: runs.runWorkersOf({
      localConversationIds: [namedConversation(templateId) ?? []].flat(),
      exceptRun: '',
    }),
  }),
  decide({ state, taken, ...ending }, input): Decision<Added> {
    const { worker, replaces, over, saying, maxWorkers, by } = input;
    const nothing = (outcome: Added): Decision<Added> => ({ plan: plan({}), outcome });
    if (state === null) return nothing('not_found');
    const { run } = state;
    const known = state.workers.map((one) => one.worker);
    // Asked for already, by a call that a crash cut short.
    if (known.some(({ workerId }) => workerId === worker.workerId)) return nothing('added');
    if (isOver(run)) return nothing('run_ended');
    const task = state.tasks.find(({ taskId }) => taskId === over?.taskId);
    if (over !== null && task?.version !== over.version) return nothing('changed');
    const old = known.find(({ workerId }) => workerId === replaces) ?? null;
    if (replaces !== null && old === null) return nothing('unknown_tab');
    if (taken.length > 0) return nothing('taken');
    const others = known.filter(
      ({ workerId, endedAt }) => endedAt === null && workerId !== replaces,
    );
    if (others.length >= maxWorkers) return nothing('too_many');
    const { runId } = run;
    const { workerId, role, templateId } = worker;
    const position = Math.max(...known.map((one) => one.position)) + 1;
    return {
      plan: joinPlans(
        plan({
          changes: [insert(RUN_WORKERS, { ...worker, position })],
          events: [
            about('run_worker.created', workerId, {
              ...by,
              detail: {
                run: runId,
                role,
                template: templateId,
                ...(replaces !== null && { replaces }),
                ...by.detail,
              },
            }),
          ],
        }),
        old === null || old.endedAt !== null ? plan({}) : endWorker(state, ending, old, by),
        old === null
          ? plan({})
          : handedOver(state, old.workerId, workerId, over?.taskId ?? null, by),
        saying === null
          ? plan({})
          : queueInput(newInput(run, saying, { origin: 'run', taskId: null, by }), by),
        // It is briefed anew, with how all stands.
        worker.isPlanner
          ? plan({
              changes: [update(RUNS, run, { plannerId: workerId, hints: 0, updatedAt: by.now })],
            })
          : plan({}),
        touched(run),
      ),
      outcome: 'added',
    };
  },
});

/**
 * Hands the tasks of one worker over to another: tasks that have begun begin again, with the words of their last
 * attempt beside them.
 */
function handedOver(
  { tasks }: RunState,
  from: string,
  to: string,
  over: string | null,
  by: By,
): Plan {
  const BEGUN: readonly RunTask['status'][] = ['assigned', 'working', 'blocked'];
  return joinPlans(
    ...tasks.flatMap((task) => {
      const more = {
        ...(task.reviewerId === from && { reviewerId: null }),
        ...(task.taskId === over && { asked: false, restarts: task.restarts + 1 }),
      };
      if (task.workerId === from && BEGUN.includes(task.status))
        return changeTask(task, { type: 'AGAIN' }, by, {
          workerId: to,
          asked: false,
          attempt: task.attempt + 1,
          ...more,
        });
      const own = task.workerId === from && ['planned', 'review'].includes(task.status);
      if (!own && task.reviewerId !== from) return [];
      const set = { ...(own && { workerId: to }), ...more, updatedAt: by.now };
      return plan({ changes: [update(RUN_TASKS, task, set)] });
    }),
  );
}
