import type { SeenProgram } from './programs/program-port.ts';
import type { WorkerState } from './queries.ts';

/** How a worker stands, as Baton sees it in its conversation. */
export type WorkerStatus = 'idle' | 'running' | 'stuck' | 'error' | 'stopped';

/**
 * Derived from deliveries and actions each time: there is no second truth that could go stale.
 *
 * @param program What is seen of it, where it is one.
 */
export function workerStatus(state: WorkerState, program: SeenProgram | null): WorkerStatus {
  const { worker, conversation, lastJob, openJobs, openActions, waiting } = state;
  if (worker.endedAt !== null) return 'stopped';
  if (worker.begunAt === null) return 'idle';
  if (conversation === null) return 'error';
  if (conversation.mode !== 'auto' || waiting > 0) return 'stuck';
  if (program !== null && (program.question !== null || program.status === 'stuck')) return 'stuck';
  if (openJobs > 0 || openActions > 0) return 'running';
  return lastJob?.status === 'failed' ? 'error' : 'idle';
}
