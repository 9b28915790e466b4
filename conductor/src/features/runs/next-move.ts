import type { RunState, WorkerState } from './queries.ts';
import type { RunInput, RunTask } from './rows.ts';
import { isActive } from './run-changes.ts';

/** What is to be done next for a run that goes on. */
export type Move =
  | { readonly kind: 'pause'; readonly by: 'budget' }
  | { readonly kind: 'fail' }
  /** A text that waits can go to its worker. */
  | { readonly kind: 'send'; readonly input: RunInput; readonly to: WorkerState }
  /** The planner is told the goal. */
  | { readonly kind: 'brief'; readonly planner: WorkerState }
  /** The planner has got it. */
  | { readonly kind: 'ready' }
  /** There is a plan already, which nobody has to accept. */
  | { readonly kind: 'planned' }
  /** The planner stopped short of what is to be done in this state. */
  | { readonly kind: 'hint'; readonly planner: WorkerState }
  | { readonly kind: 'assign'; readonly task: RunTask; readonly to: WorkerState }
  /** A worker fell silent over its task. */
  | { readonly kind: 'ask'; readonly task: RunTask; readonly worker: WorkerState }
  | {
      readonly kind: 'block';
      readonly task: RunTask;
      readonly why: 'silent' | 'failed' | 'gone';
      readonly worker: WorkerState;
    }
  /** The planner hears what became of tasks. */
  | {
      readonly kind: 'tell';
      readonly tasks: readonly RunTask[];
      readonly planner: WorkerState;
      readonly isAll: boolean;
    }
  | { readonly kind: 'complete' }
  | { readonly kind: 'finish' };

/** So long a planner, or a worker, may be silent before it is asked. */
export const SILENT_MS = 30_000;

/** So long a report may take that nobody writes. */
const REPORT_MS = 5 * 60_000;

const ENDED: readonly RunTask['status'][] = ['done', 'dropped'];

/** The next thing to do, or null: it waits for an assistant, a person, or a moment. Pure: the keeper carries it out. */
export function nextMove(state: RunState, now: number): Move | null {
  const { run, workers, tasks, queued } = state;
  if (!isActive(run.status)) return null;
  const planner = workers.find(({ worker }) => worker.workerId === run.plannerId);
  if (planner === undefined || isGone(planner)) return { kind: 'fail' };
  if (isSpent(state, now)) return { kind: 'pause', by: 'budget' };

  for (const input of queued) {
    const to = workers.find(({ worker }) => worker.workerId === input.workerId);
    if (to !== undefined && canTake(to)) return { kind: 'send', input, to };
  }

  const tellable = queued.every(({ workerId }) => workerId !== run.plannerId) && isQuiet(planner);
  const isSilent = tellable && silentFor(planner, now) >= SILENT_MS;
  switch (run.status) {
    case 'starting':
      if (planner.worker.begunAt === null)
        return queued.length === 0 ? { kind: 'brief', planner } : null;
      if (planner.lastJob?.status === 'failed') return { kind: 'fail' };
      return hasHeard(planner) ? { kind: 'ready' } : null;
    case 'planning':
      if (run.plannedAt === null && tasks.length > 0) return { kind: 'planned' };
      return isSilent && run.plannedAt === null && run.hints === 0
        ? { kind: 'hint', planner }
        : null;
    case 'executing': {
      const open = tasks.filter(({ status }) => !ENDED.includes(status));
      if (run.completedAt !== null && open.length === 0) return { kind: 'complete' };
      const moved = run.plannedAt === null ? moveTask(state, now) : null;
      if (moved !== null) return moved;
      const news = tasks.filter(({ newsAt }) => newsAt !== null && newsAt > run.toldAt);
      if (news.length > 0 && tellable)
        return { kind: 'tell', tasks: news, planner, isAll: open.length === 0 };
      const isStuck = open.every(({ status }) => status === 'blocked' || status === 'failed');
      return isSilent && isStuck && run.hints === 0 ? { kind: 'hint', planner } : null;
    }
    case 'reporting':
      return tellable || now - run.updatedAt >= REPORT_MS ? { kind: 'finish' } : null;
  }
}

function moveTask({ workers, tasks, queued }: RunState, now: number): Move | null {
  const isDone = (id: string) => tasks.some((one) => one.taskId === id && one.status === 'done');
  for (const task of tasks) {
    const own = workers.find(({ worker }) => worker.workerId === task.workerId);
    if (task.status === 'planned') {
      const isReady = task.dependsOn.every(isDone);
      const to = isReady ? freeWorker(task, workers, tasks, queued) : null;
      if (to !== null) return { kind: 'assign', task, to };
    }
    if (task.status !== 'working' && task.status !== 'assigned') continue;
    if (own === undefined || isGone(own)) {
      if (own !== undefined) return { kind: 'block', task, why: 'gone', worker: own };
      continue;
    }
    if (task.status === 'assigned' || queued.some(({ workerId }) => workerId === task.workerId))
      continue;
    if (own.lastJob?.status === 'failed' && own.openJobs === 0)
      return { kind: 'block', task, why: 'failed', worker: own };
    if (!isQuiet(own) || silentFor(own, now) < SILENT_MS) continue;
    if (task.asked) return { kind: 'block', task, why: 'silent', worker: own };
    return { kind: 'ask', task, worker: own };
  }
  return null;
}

/** The worker that was named, or one of its role, that has nothing else to do. */
function freeWorker(
  task: RunTask,
  workers: readonly WorkerState[],
  tasks: readonly RunTask[],
  queued: readonly RunInput[],
): WorkerState | null {
  const isFree = ({ worker }: WorkerState): boolean =>
    !tasks.some(
      (one) =>
        one.workerId === worker.workerId &&
        ['assigned', 'working', 'review', 'blocked'].includes(one.status),
    ) && queued.every(({ workerId }) => workerId !== worker.workerId);
  return (
    workers.find(
      (one) =>
        !one.worker.isPlanner &&
        (task.workerId === null
          ? one.worker.role === task.role
          : one.worker.workerId === task.workerId) &&
        canTake(one) &&
        isFree(one),
    ) ?? null
  );
}

/** Nothing is under way in its conversation, and no person has it. */
function canTake(state: WorkerState): boolean {
  const { worker, openJobs, openActions, conversation } = state;
  if (worker.heldBy !== null || isGone(state)) return false;
  if (worker.begunAt === null) return true;
  return openJobs === 0 && openActions === 0 && conversation?.mode === 'auto';
}

/** It has answered all that it was told. */
export function isQuiet({ worker, lastJob, openJobs, openActions }: WorkerState): boolean {
  return (
    worker.begunAt !== null &&
    openJobs === 0 &&
    openActions === 0 &&
    lastJob?.status === 'finalized'
  );
}

function isGone({ worker, conversation }: WorkerState): boolean {
  return worker.endedAt !== null || (worker.begunAt !== null && conversation === null);
}

function hasHeard({ lastJob }: WorkerState): boolean {
  return lastJob?.status === 'acked' || lastJob?.status === 'finalized';
}

function silentFor({ lastJob, heardAt }: WorkerState, now: number): number {
  return now - Math.max(lastJob?.updatedAt ?? 0, heardAt ?? 0);
}

function isSpent({ run }: RunState, now: number): boolean {
  const { limits, inputsUsed, startedAt } = run;
  return inputsUsed >= limits.inputs || (startedAt !== null && now - startedAt >= limits.ms);
}
