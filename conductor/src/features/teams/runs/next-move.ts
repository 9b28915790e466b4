import type { RunState, WorkerState } from './queries.ts';
import type { Run, RunInput, RunTask, RunWorker } from './rows.ts';
import { isReviewer } from './new-tasks.ts';
import { callsNothing, isOverTime, spentLimit } from './role-limits.ts';
import { isActive } from './run-changes.ts';
import { namedConversation } from './template-id.ts';
import { isQuiet, midAnswerSilence, silentFor } from './worker-status.ts';

/** Next move of a run that goes on. */
export type Move =
  | { readonly kind: 'pause'; readonly by: 'budget' | 'stall' }
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
  /** Another worker is to look at what was done. */
  | { readonly kind: 'review'; readonly task: RunTask; readonly to: WorkerState }
  /** A worker fell silent over its task, or over one that it looks at. */
  | { readonly kind: 'ask'; readonly task: RunTask; readonly worker: WorkerState }
  | {
      readonly kind: 'block';
      readonly task: RunTask;
      /** `rests`: a shell has run it, and says nothing of that. */
      readonly why: 'silent' | 'stuck' | 'failed' | 'gone' | 'rests' | 'over';
      readonly worker: WorkerState;
    }
  /** A worker is silent in the midst of an answer, where nothing can be said to it: its planner hears of it. */
  | { readonly kind: 'stuck'; readonly task: RunTask; readonly worker: WorkerState }
  /** Another worker comes in its place. */
  | {
      readonly kind: 'restart';
      readonly task: RunTask;
      readonly why: 'silent' | 'stuck';
      readonly worker: WorkerState;
    }
  /** The planner hears what became of tasks. */
  | {
      readonly kind: 'tell';
      readonly tasks: readonly RunTask[];
      readonly planner: WorkerState;
      readonly isAll: boolean;
    }
  /** Time has passed: the planner hears how all stands. */
  | {
      readonly kind: 'digest';
      readonly planner: WorkerState;
      /** Such digests in a row, with this one, before which nothing had moved. */
      readonly stalls: number;
    }
  | { readonly kind: 'complete' }
  | { readonly kind: 'finish' };

/** How long things may take, in milliseconds: the settings of runs. */
export interface Paces {
  /** So long a planner, or a worker, may be silent before it is asked. */
  readonly silentMs: number;
  /** So often the planner hears how all stands, where nothing else is told to it. */
  readonly digestMs: number;
  /** So long a worker may say nothing in the midst of an answer before it counts as stuck. */
  readonly stuckMs: number;
}

/** After so many digests in a row without anything having moved it is to plan anew; after one more a person looks. */
export const MAX_STALLS = 3;

/** So often Baton begins a worker anew for one task; then a person looks. */
export const MAX_RESTARTS = 2;

/** So long a report may take that nobody writes. */
const REPORT_MS = 5 * 60_000;

/** Facts about workers that are shells, which run what they are told. */
export interface Shells {
  readonly isShell: (worker: RunWorker) => boolean;
  /** Tells whether the words of a task were scanned for what a shell could do with them. */
  readonly isForShell: (task: RunTask) => boolean;
}

const ENDED: readonly RunTask['status'][] = ['done', 'dropped'];

/**
 * The next thing to do, or null: it waits for an assistant, a person, or a moment. Pure: the keeper carries it out.
 *
 * @param unsendable Texts that cannot go to their workers now, as one of them cannot begin.
 */
export function nextMove(
  state: RunState,
  now: number,
  known: Shells & Paces,
  unsendable: ReadonlySet<string> = new Set(),
): Move | null {
  const { run, workers, tasks, queued } = state;
  if (!isActive(run.status)) return null;
  const planner = workers.find(({ worker }) => worker.workerId === run.plannerId);
  if (planner === undefined || isGone(planner)) return { kind: 'fail' };
  if (isSpent(state, now)) return { kind: 'pause', by: 'budget' };

  for (const input of queued) {
    const to = workers.find(({ worker }) => worker.workerId === input.workerId);
    // Before its planner has a conversation nobody works for that.
    if (planner.worker.begunAt === null && to !== planner) continue; // guard: planner-first
    if (to !== undefined && canTake(to) && !unsendable.has(input.inputId))
      return { kind: 'send', input, to };
  }

  const isBriefed = planner.worker.begunAt !== null;
  if (!isBriefed && queued.every(({ workerId }) => workerId !== run.plannerId))
    return { kind: 'brief', planner };

  const tellable = queued.every(({ workerId }) => workerId !== run.plannerId) && isQuiet(planner);
  const isSilent = tellable && run.asks === 0 && silentFor(planner, now) >= known.silentMs;
  switch (run.status) {
    case 'starting':
      if (!isBriefed) return null;
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
      const moved = run.plannedAt === null ? moveTask(state, now, known) : null;
      if (moved !== null) return moved;
      const news = tasks.filter(({ newsAt }) => newsAt !== null && newsAt > run.toldAt);
      if (news.length > 0 && tellable)
        return { kind: 'tell', tasks: news, planner, isAll: open.length === 0 };
      const told = tellable ? digestFor(state, planner, now, known) : null;
      if (told !== null) return told;
      const isStuck = open.every(({ status }) => status === 'blocked' || status === 'failed');
      return isSilent && isStuck && run.hints === 0 ? { kind: 'hint', planner } : null;
    }
    case 'reporting':
      return tellable || now - run.updatedAt >= REPORT_MS ? { kind: 'finish' } : null;
  }
}

function digestFor(
  state: RunState,
  planner: WorkerState,
  now: number,
  { digestMs }: Paces,
): Move | null {
  const { run, workers, tasks, evidence } = state;
  const since = Math.max(run.digestAt, run.toldAt, run.readyAt ?? 0);
  // What waits for a person is not a thing that the planner can move.
  const waitsForPerson = run.asks > 0 || run.plannedAt !== null || workers.some(isAPersons);
  if (waitsForPerson || now - since < digestMs) return null;
  const hasMoved =
    tasks.some(({ newsAt }) => (newsAt ?? 0) > run.digestAt) ||
    evidence.some(({ createdAt }) => createdAt > run.digestAt);
  const stalls = hasMoved || run.digestAt === 0 ? 0 : run.stalls + 1;
  if (stalls > MAX_STALLS) return { kind: 'pause', by: 'stall' };
  return { kind: 'digest', planner, stalls };
}

/** A person is waited for there. */
function isAPersons({ worker, waiting, conversation }: WorkerState): boolean {
  return worker.heldBy !== null || waiting > 0 || (conversation?.mode ?? 'auto') !== 'auto';
}

function moveTask(state: RunState, now: number, known: Shells & Paces): Move | null {
  const { workers, tasks, queued } = state;
  const isDone = (id: string) => tasks.some((one) => one.taskId === id && one.status === 'done');
  for (const task of tasks) {
    const own = workers.find(({ worker }) => worker.workerId === task.workerId);
    if (task.status === 'planned') {
      const isReady = task.dependsOn.every(isDone);
      const able = workers.filter(
        (one) =>
          spentLimit(one, now) === null && (!known.isShell(one.worker) || known.isForShell(task)),
      );
      const to = isReady ? freeWorker(task, able, tasks, queued) : null;
      if (to !== null) return { kind: 'assign', task, to };
    }
    if (task.status === 'review') {
      const moved = moveReview(task, state, now, known);
      if (moved !== null) return moved;
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
    if (isOverTime(own.worker, now)) return { kind: 'block', task, why: 'over', worker: own };
    if ((known.isShell(own.worker) || callsNothing(own.worker)) && isQuiet(own))
      return { kind: 'block', task, why: 'rests', worker: own };
    const next = climb(task, own, state.run, now, known);
    if (next !== null) return next;
  }
  return null;
}

/** A task that its worker has done goes to one that looks at it, and to nobody else before. */
function moveReview(
  task: RunTask,
  { run, workers, tasks, queued }: RunState,
  now: number,
  known: Shells & Paces,
): Move | null {
  const reviewer = workers.find(({ worker }) => worker.workerId === task.reviewerId);
  if (reviewer === undefined || isGone(reviewer)) {
    const to =
      workers.find(
        (one) =>
          isReviewer(one.worker.role) &&
          one.worker.workerId !== task.workerId &&
          canTake(one) &&
          spentLimit(one, now) === null &&
          isFree(one, tasks, queued),
      ) ?? null;
    return to && { kind: 'review', task, to };
  }
  if (queued.some(({ workerId }) => workerId === task.reviewerId)) return null;
  if (reviewer.lastJob?.status === 'failed' && reviewer.openJobs === 0)
    return { kind: 'block', task, why: 'failed', worker: reviewer };
  return climb(task, reviewer, run, now, known);
}

/**
 * The next rung for a worker that does not get on, as far as its run lets Baton go. One that rests without a report is
 * asked, once. In the midst of an answer it cannot be asked, and its planner hears of it. Then it is begun anew, or a
 * person looks.
 */
function climb(
  task: RunTask,
  worker: WorkerState,
  { ladder }: Run,
  now: number,
  known: Shells & Paces,
): Move | null {
  const { silentMs, stuckMs } = known;
  if (task.isExpected) return null;
  const last = (why: 'silent' | 'stuck'): Move => {
    const mayRestart =
      ladder === 'restart' &&
      task.restarts < MAX_RESTARTS &&
      !worker.worker.isPlanner &&
      // It would run its commands once more.
      !known.isShell(worker.worker) &&
      namedConversation(worker.worker.templateId) === null;
    return { kind: mayRestart ? 'restart' : 'block', task, why, worker };
  };
  if (isQuiet(worker)) {
    if (silentFor(worker, now) < silentMs) return null;
    const isLast = task.asked || ladder === 'none' || spentLimit(worker, now) !== null;
    return isLast ? last('silent') : { kind: 'ask', task, worker };
  }
  const silence = midAnswerSilence(worker, now);
  if (ladder === 'none' || silence === null || silence < stuckMs) return null;
  const isTold = task.stuckAt !== null && task.stuckAt > now - silence;
  if (!isTold) return { kind: 'stuck', task, worker };
  return now - task.stuckAt >= stuckMs / 2 ? last('stuck') : null;
}

/** The worker that was named, or one of its role, that has nothing else to do. */
function freeWorker(
  task: RunTask,
  workers: readonly WorkerState[],
  tasks: readonly RunTask[],
  queued: readonly RunInput[],
): WorkerState | null {
  return (
    workers.find(
      (one) =>
        !one.worker.isPlanner &&
        (task.workerId === null
          ? one.worker.role === task.role
          : one.worker.workerId === task.workerId) &&
        canTake(one) &&
        isFree(one, tasks, queued),
    ) ?? null
  );
}

/** Checks that a worker has no task, reviews none, and has no text queued. */
function isFree(
  { worker: { workerId } }: WorkerState,
  tasks: readonly RunTask[],
  queued: readonly RunInput[],
): boolean {
  return (
    tasks.every(
      (one) =>
        (one.workerId !== workerId ||
          !['assigned', 'working', 'review', 'blocked'].includes(one.status)) &&
        (one.reviewerId !== workerId || one.status !== 'review'),
    ) && queued.every((one) => one.workerId !== workerId)
  );
}

/** Nothing is under way in its conversation, and no person has it. */
function canTake(state: WorkerState): boolean {
  const { worker, openJobs, openActions, conversation } = state;
  if (worker.heldBy !== null || isGone(state)) return false;
  if (worker.begunAt === null) return true;
  return openJobs === 0 && openActions === 0 && conversation?.mode === 'auto';
}

function isGone({ worker, conversation }: WorkerState): boolean {
  return worker.endedAt !== null || (worker.begunAt !== null && conversation === null);
}

function hasHeard({ lastJob }: WorkerState): boolean {
  return lastJob?.status === 'acked' || lastJob?.status === 'finalized';
}

function isSpent({ run }: RunState, now: number): boolean {
  const { limits, inputsUsed, startedAt } = run;
  return inputsUsed >= limits.inputs || (startedAt !== null && now - startedAt >= limits.ms);
}
