import { insert, joinPlans, plan, remove, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type RunTask, RUN_TASKS, RUNS } from '../rows.ts';
import { about, type By, changeRun, isOver, pauseRun, touched } from '../run-changes.ts';
import * as runs from '../queries.ts';

/** How often the same plan may be made again. */
const MAX_SAME_PLANS = 2;

export interface PlanRunInput {
  readonly runId: string;
  /** In order; their positions follow those of the tasks that stay. */
  readonly tasks: readonly RunTask[];
  readonly planHash: string;
  readonly by: By;
}

type Planned =
  | 'planned'
  | 'waits'
  | 'loop'
  | 'not_found'
  | 'run_ended'
  | 'run_paused'
  | 'too_early';

/** The planner, or a person, says what is to be done. What has not begun of an earlier plan goes. */
export const planRun = defineStep({
  name: 'plan run',
  load: ({ runId }: PlanRunInput) => ({ state: runs.runState({ runId }) }),
  decide({ state }, { tasks, planHash, by }): Decision<Planned> {
    const nothing = (outcome: Planned): Decision<Planned> => ({ plan: plan({}), outcome });
    if (state === null) return nothing('not_found');
    const { run, tasks: before } = state;
    if (isOver(run)) return nothing('run_ended');
    // The same again, after a crash.
    if (before.some(({ taskId }) => taskId === tasks[0]?.taskId))
      return nothing(run.plannedAt === null ? 'planned' : 'waits');
    const isPersons = by.actor === 'person';
    const phase = run.status === 'paused' && isPersons ? run.beforePause : run.status;
    if (run.status === 'paused' && !isPersons) return nothing('run_paused');
    // A planner may answer before its own delivery is told of as arrived.
    if (phase !== 'planning' && phase !== 'executing' && phase !== 'starting')
      return nothing('too_early');
    const samePlans = run.planHash === planHash ? run.samePlans + 1 : 0;
    if (!isPersons && samePlans >= MAX_SAME_PLANS)
      return { plan: pauseRun(run, 'loop', by), outcome: 'loop' };

    const unbegun = before.filter(({ status }) => status === 'planned');
    const kept = before.filter((task) => !unbegun.includes(task));
    const from = kept.reduce((highest, { position }) => Math.max(highest, position + 1), 0);
    const isAccepted = isPersons || !run.reviewPlan;
    const made = plan({
      changes: [
        ...unbegun.map((task) => remove(RUN_TASKS, task)),
        ...tasks.map((task, index) => insert(RUN_TASKS, { ...task, position: from + index })),
      ],
      events: [
        about('run.planned', run.runId, { ...by, detail: { ...by.detail, tasks: tasks.length } }),
      ],
    });
    const set = {
      planHash,
      samePlans,
      completedAt: null,
      plannedAt: isAccepted ? null : by.now,
    };
    const isPlanning = run.status === 'planning';
    return {
      plan: joinPlans(
        made,
        isAccepted && isPlanning
          ? changeRun(run, { type: 'PLAN_ACCEPTED' }, by, set)
          : plan({ changes: [update(RUNS, run, { ...set, updatedAt: by.now })] }),
        touched(run),
      ),
      outcome: isAccepted ? 'planned' : 'waits',
    };
  },
});

type Accepted = 'accepted' | 'changed' | 'not_found' | 'invalid_transition';

/** A person accepts the plan that waits, where it is the one that they saw: the planner may make another at any time. */
export const acceptPlan = defineStep({
  name: 'accept plan of run',
  load: ({ runId }: { readonly runId: string; readonly planHash: string; readonly by: By }) => ({
    state: runs.runState({ runId }),
  }),
  decide({ state }, { planHash, by }): Decision<Accepted> {
    if (state === null) return { plan: plan({}), outcome: 'not_found' };
    const { run } = state;
    if (run.plannedAt === null || (run.status !== 'planning' && run.status !== 'executing'))
      return { plan: plan({}), outcome: 'invalid_transition' };
    // guard: plan-as-shown
    if (run.planHash !== planHash) return { plan: plan({}), outcome: 'changed' };
    const accepted =
      run.status === 'planning'
        ? changeRun(run, { type: 'PLAN_ACCEPTED' }, by, { plannedAt: null })
        : plan({ changes: [update(RUNS, run, { plannedAt: null, updatedAt: by.now })] });
    return { plan: joinPlans(accepted, touched(run)), outcome: 'accepted' };
  },
});
