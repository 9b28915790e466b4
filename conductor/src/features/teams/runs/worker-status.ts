import type { SeenProgram } from './programs/program-port.ts';
import type { WorkerState } from './queries.ts';

/** How a worker stands, as Baton sees it in its conversation. */
export type WorkerStatus = 'idle' | 'running' | 'stuck' | 'error' | 'stopped';

/** The moment at which a worker is looked at, and how long it may say nothing in the midst of an answer. */
export interface Patience {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Milliseconds. */
  readonly stuckMs: number;
}

/**
 * Derived from deliveries and actions each time: there is no second truth that could go stale.
 *
 * @param program What is seen of it, where it is one.
 */
export function workerStatus(
  state: WorkerState,
  program: SeenProgram | null,
  { now, stuckMs }: Patience,
): WorkerStatus {
  const { worker, conversation, lastJob, openJobs, openActions, waiting } = state;
  if (worker.endedAt !== null) return 'stopped';
  if (worker.begunAt === null) return 'idle';
  if (conversation === null) return 'error';
  if (conversation.mode !== 'auto' || waiting > 0) return 'stuck';
  if (program !== null && (program.question !== null || program.status === 'stuck')) return 'stuck';
  const silence = midAnswerSilence(withProgram(state, program), now);
  if (silence !== null && silence >= stuckMs) return 'stuck';
  if (openJobs > 0 || openActions > 0) return 'running';
  return lastJob?.status === 'failed' ? 'error' : 'idle';
}

/** A worker with what is seen of its program: who types in it, what it asks, and when it last showed something. */
export function withProgram(state: WorkerState, program: SeenProgram | null): WorkerState {
  if (program === null) return state;
  const { worker, waiting, heardAt, openJobs } = state;
  return {
    ...state,
    worker: program.isTaken ? { ...worker, heldBy: 'person' } : worker,
    waiting: program.question === null ? waiting : waiting + 1,
    // What it draws while it rests is nothing that it says.
    heardAt: openJobs > 0 ? Math.max(heardAt ?? 0, program.lastOutputAt ?? 0) : heardAt,
  };
}

/** Checks whether a worker has answered all that it was told. */
export function isQuiet({ worker, lastJob, openJobs, openActions }: WorkerState): boolean {
  return (
    worker.begunAt !== null &&
    openJobs === 0 &&
    openActions === 0 &&
    lastJob?.status === 'finalized'
  );
}

/** So long it has said nothing, in milliseconds. */
export function silentFor({ lastJob, heardAt }: WorkerState, now: number): number {
  return now - Math.max(lastJob?.updatedAt ?? 0, heardAt ?? 0);
}

/** So long it has said nothing in the midst of an answer; null: it is in none, or waits for a person or a tool. */
export function midAnswerSilence(state: WorkerState, now: number): number | null {
  const { worker, conversation, lastJob, openActions, waiting } = state;
  const isAnswering = worker.endedAt === null && lastJob?.status === 'acked';
  const waits = worker.heldBy !== null || waiting > 0 || openActions > 0;
  if (!isAnswering || waits || conversation?.mode !== 'auto') return null;
  return silentFor(state, now);
}
