import { joinPlans, plan, type Plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { Run, RunLimits } from '../rows.ts';
import { type By, changeRun, changeTask, dropInput, pauseRun, takeBack } from '../run-changes.ts';
import { beginRulesAgain, endRules } from '../role-rules.ts';
import { type RunEvent, runTable } from '../run.machine.ts';
import * as runs from '../queries.ts';

export type Steering = 'START' | 'PAUSE' | 'RESUME' | 'STOP' | 'REOPEN';

export interface SteerRunInput {
  readonly runId: string;
  readonly event: Steering;
  /** New limits, counted from its start; left out: unchanged. */
  readonly limits?: Partial<RunLimits>;
  /** At its stop: the programs of its workers are left running for their person. */
  readonly keepsPrograms?: boolean;
  /** Our ids of the conversations of its workers: while it was over, another run may have taken one. */
  readonly conversations?: readonly string[];
  readonly via: string;
  readonly now: number;
}

/** A person begins, pauses, resumes, ends or reopens a run. */
export const steerRun = defineStep({
  name: 'steer run',
  load: ({ runId, conversations = [] }: SteerRunInput) => ({
    state: runs.runState({ runId }),
    unsent: runs.runUnsent({ runId }),
    rules: runs.runRules({ runId }),
    taken: runs.runWorkersOf({ localConversationIds: conversations, exceptRun: runId }),
  }),
  decide(
    { state, unsent, rules, taken },
    { event, limits = {}, keepsPrograms = false, via, now },
  ): Decision<'done' | 'not_found' | 'invalid_transition' | 'conversation_bound'> {
    if (state === null) return { plan: plan({}), outcome: 'not_found' };
    const { run, queued, tasks } = state;
    if (!runTable.can(run.status, eventOf(run, event)))
      return { plan: plan({}), outcome: 'invalid_transition' };
    if (event === 'REOPEN' && taken.length > 0)
      return { plan: plan({}), outcome: 'conversation_bound' };
    const by = { now, actor: 'person', detail: { via } } as const;
    // What waits to be said goes on after a pause, and never after an end.
    const dropped = event === 'STOP' ? queued.map((input) => dropInput(input, by)) : [];
    // guard: stopped-unsent
    const back = event === 'STOP' ? takeBack(unsent, 'Its run was stopped.', by) : plan({});
    // What no worker was told of yet is handed out anew, should the run be reopened.
    const untold =
      event === 'STOP'
        ? tasks
            .filter(({ status }) => status === 'assigned')
            .map((task) => changeTask(task, { type: 'AGAIN' }, by))
        : [];
    return {
      plan: joinPlans(
        steered(run, event, by, { limits, keepsPrograms }),
        ...dropped,
        back,
        ...untold,
        event === 'STOP' ? endRules(rules, null, now) : plan({}),
        // guard: role-rules-again
        event === 'REOPEN' ? beginRulesAgain(state, rules, now) : plan({}),
      ),
      outcome: 'done',
    };
  },
});

function eventOf(run: Run, type: Steering): RunEvent {
  return type === 'RESUME' ? { type, to: run.beforePause ?? 'executing' } : { type };
}

function steered(
  run: Run,
  type: Steering,
  by: By,
  { limits, keepsPrograms }: Required<Pick<SteerRunInput, 'limits' | 'keepsPrograms'>>,
): Plan {
  switch (type) {
    case 'START':
      return changeRun(run, { type }, by, { startedAt: by.now });
    case 'PAUSE':
      return pauseRun(run, 'person', by);
    case 'RESUME':
      return changeRun(run, eventOf(run, type), by, { limits: { ...run.limits, ...limits } });
    case 'STOP':
      return changeRun(run, { type }, by, { keepsPrograms });
    case 'REOPEN':
      return changeRun(run, { type }, by, {
        // A planner that was never told the goal has nothing to go on with.
        beforePause: run.readyAt === null ? 'starting' : 'executing',
        pausedBy: 'person',
        completedAt: null,
        errorCode: null,
        attempt: run.attempt + 1,
      });
  }
}
