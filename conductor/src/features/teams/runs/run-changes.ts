import {
  type AuditEvent,
  insert,
  joinPlans,
  type Plan,
  plan,
  update,
} from '../../../engine/plan.ts';
import { cancelled } from '../../heart/deliveries/feature.ts';
import type { PolicyRule } from '../../heart/policy/feature.ts';
import { inputTable } from './input.machine.ts';
import type { RunState, UnsentText } from './queries.ts';
import { endRules } from './role-rules.ts';
import {
  type Run,
  type RunInput,
  type RunTask,
  type RunWorker,
  RUNS,
  RUN_TASKS,
  RUN_INPUTS,
  RUN_WORKERS,
} from './rows.ts';
import { type ActiveStatus, type RunEvent, type RunStatus, runTable } from './run.machine.ts';
import { type TaskEvent, taskTable } from './task.machine.ts';
import { runMoved, runWorkerStuck, runTextQueued, runChanged } from './effects.ts';

/** When it happens, and who has it happen. */
export interface By {
  readonly now: number;
  readonly actor: AuditEvent['actor'];
  readonly detail?: Readonly<Record<string, unknown>>;
}

const OVER: readonly RunStatus[] = ['finished', 'stopped', 'failed'];

/** Nothing of it goes on by itself. */
export function isOver({ status }: Pick<Run, 'status'>): boolean {
  return OVER.includes(status);
}

export function isActive(status: RunStatus): status is ActiveStatus {
  return !OVER.includes(status) && status !== 'draft' && status !== 'paused';
}

/** A line of the trail about a run, a worker, a task or a text: ids, counts and codes, and never words. */
export function about(
  type: AuditEvent['type'],
  subjectId: string,
  { now, actor, detail = {} }: By,
): AuditEvent {
  return { type, subjectId, conversationKey: null, actor, at: now, detail };
}

/** The plan that applies an event to a run, with its line in the trail. Throws InvalidTransition. */
export function changeRun(
  run: Run,
  event: RunEvent,
  by: By,
  set: Partial<Omit<Run, 'version' | 'status'>> = {},
): Plan {
  const status = runTable.next(run.status, event);
  const ended = isOver({ status });
  return joinPlans(
    plan({
      changes: [
        update(RUNS, run, {
          beforePause: null,
          pausedBy: null,
          hints: 0,
          stalls: 0,
          endedAt: ended ? by.now : null,
          updatedAt: by.now,
          ...set,
          status,
        }),
      ],
      events: [
        about(`run.${event.type.toLowerCase()}`, run.runId, {
          ...by,
          detail: {
            from: run.status,
            to: status,
            ...(set.errorCode && { code: set.errorCode }),
            ...by.detail,
          },
        }),
      ],
      effects: [
        runMoved({
          from: run.status,
          to: status,
          by: set.pausedBy ?? null,
          ageMs: run.startedAt === null ? null : by.now - run.startedAt,
        }),
      ],
    }),
    touched(run),
  );
}

/** The plan that pauses an active run. */
export function pauseRun(run: Run, pausedBy: NonNullable<Run['pausedBy']>, by: By): Plan {
  const beforePause = isActive(run.status) ? run.status : null;
  const detail = { by: pausedBy, ...by.detail };
  return changeRun(run, { type: 'PAUSE' }, { ...by, detail }, { beforePause, pausedBy });
}

/** The plan that applies an event to a task, with its line in the trail. Throws InvalidTransition. */
export function changeTask(
  task: RunTask,
  event: TaskEvent,
  by: By,
  set: Partial<Omit<RunTask, 'version' | 'status'>> = {},
): Plan {
  const status = taskTable.next(task.status, event);
  return plan({
    changes: [update(RUN_TASKS, task, { updatedAt: by.now, ...set, status })],
    events: [
      about(`run_task.${event.type.toLowerCase()}`, task.taskId, {
        ...by,
        detail: { run: task.runId, from: task.status, to: status, ...by.detail },
      }),
    ],
    effects: stuckness(task, event),
  });
}

function stuckness({ stuckAt }: RunTask, { type }: TaskEvent): Plan['effects'] {
  if (type === 'STUCK') return [runWorkerStuck({ has: 'begun' })];
  const recovers = stuckAt !== null && (type === 'DONE' || type === 'REVIEW');
  return recovers ? [runWorkerStuck({ has: 'recovered' })] : [];
}

/** The plan that has a text wait for its worker. */
export function queueInput(input: RunInput, by: By): Plan {
  const { inputId, runId, workerId, origin, risk, reasons } = input;
  const detail = { run: runId, worker: workerId, origin, risk, rules: reasons };
  return plan({
    changes: [insert(RUN_INPUTS, input)],
    events: [about('run_input.queued', inputId, { ...by, detail })],
    effects: [runTextQueued({ origin, risk })],
  });
}

/** The plan that drops a text that waits. */
export function dropInput(input: RunInput, by: By): Plan {
  const status = inputTable.next(input.status, { type: 'DROP' });
  const detail = { run: input.runId, worker: input.workerId, ...by.detail };
  return plan({
    changes: [update(RUN_INPUTS, input, { status, sealed: null })],
    events: [about('run_input.dropped', input.inputId, { ...by, detail })],
  });
}

/** Rows that end with the work of a worker. */
export interface Ending {
  readonly unsent: readonly UnsentText[];
  readonly rules: readonly PolicyRule[];
}

/** The plan that ends the work of one: it is told nothing more. */
export function endWorker(
  { run, queued }: RunState,
  { unsent, rules }: Ending,
  worker: RunWorker,
  by: By,
): Plan {
  const { workerId } = worker;
  const isIts = (one: { readonly workerId: string }): boolean => one.workerId === workerId;
  const detail = { run: run.runId, endedAt: by.now, ...by.detail };
  return joinPlans(
    plan({
      changes: [update(RUN_WORKERS, worker, { endedAt: by.now })],
      events: [about('run_worker.ended', workerId, { ...by, detail })],
    }),
    ...queued.filter(isIts).map((one) => dropInput(one, by)),
    takeBack(unsent.filter(isIts), 'The work of its worker was ended.', by), // guard: ended-unsent
    endRules(rules, worker, by.now),
  );
}

/** The plan that takes back what has not left yet of texts that nobody wants to be said any more. */
export function takeBack(unsent: readonly UnsentText[], text: string, { actor, now }: By): Plan {
  return joinPlans(
    ...unsent.map(({ job }) => cancelled(job, { code: 'cancelled', text }, actor, now)),
  );
}

/** Tells that the run changed: its keeper looks at it again. */
export function touched({ runId }: Pick<Run, 'runId'>): Plan {
  return plan({ effects: [runChanged({ runId })] });
}
