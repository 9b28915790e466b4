import type {
  RunState,
  WorkerState,
} from '../../../../../conductor/src/features/teams/runs/queries.ts';
import type {
  Run,
  RunTask,
  RunWorker,
} from '../../../../../conductor/src/features/teams/runs/rows.ts';
import { A, conversation, job } from '../../../../kit/plain-rows.ts';

export const DIGEST_MS = 600_000;

export const STUCK_MS = 600_000;

/** How long things take, in a team without shells. */
export const KNOWN = {
  isShell: (): boolean => false,
  isForShell: (): boolean => false,
  silentMs: 30_000,
  digestMs: DIGEST_MS,
  stuckMs: STUCK_MS,
};

/** Now, in every state. */
export const NOW = 100 * DIGEST_MS;
const RUN: Run = {
  runId: 'run',
  status: 'executing',
  beforePause: null,
  pausedBy: null,
  teamId: 'pair',
  plannerId: 'planner',
  limits: { inputs: 300, ms: NOW },
  ladder: 'ask',
  inputsUsed: 3,
  reviewPlan: false,
  plannedAt: null,
  planHash: null,
  samePlans: 0,
  toldAt: 1,
  digestAt: NOW - DIGEST_MS,
  stalls: 0,
  asks: 0,
  hints: 0,
  completedAt: null,
  keepsPrograms: false,
  attempt: 1,
  sealed: '',
  startedAt: 1,
  readyAt: 1,
  endedAt: null,
  errorCode: null,
  createdAt: 1,
  updatedAt: 1,
  version: 1,
};
const TASK: RunTask = {
  taskId: 'task',
  runId: 'run',
  position: 0,
  status: 'working',
  role: 'Executor',
  workerId: 'executor',
  dependsOn: [],
  attempt: 1,
  begunAt: 1,
  asked: false,
  stuckAt: null,
  restarts: 0,
  isExpected: false,
  needs: [],
  isReviewed: false,
  reviewerId: null,
  returns: 0,
  newsAt: null,
  sealed: '',
  createdAt: 1,
  updatedAt: 1,
  version: 1,
};
const worker = (workerId: string, isPlanner: boolean): RunWorker => ({
  workerId,
  runId: 'run',
  position: isPlanner ? 0 : 1,
  role: isPlanner ? 'Planner' : 'Executor',
  templateId: 'chat:claude',
  isPlanner,
  conversationKey: null,
  begunAt: 1,
  rules: [],
  limits: { maxInputs: null, maxMinutes: null },
  mark: null,
  heldBy: null,
  endedAt: null,
  sealed: '',
  createdAt: 1,
  version: 1,
});
/** A run whose only task its executor works on. @param more Of the executor. */
export const state = (
  set: Partial<Run>,
  more: Partial<WorkerState> = {},
  task: Partial<RunTask> = {},
): RunState => {
  const quiet = { openJobs: 0, openActions: 0, waiting: 0, inputs: 0, heardAt: NOW - 1_000 };
  const lastJob = { ...job('job'), status: 'finalized', updatedAt: NOW - 1_000 } as const;
  const seen = { conversation: conversation(A, { mode: 'auto' }), lastJob, ...quiet };
  return {
    run: { ...RUN, ...set },
    workers: [
      { worker: worker('planner', true), ...seen },
      { worker: worker('executor', false), ...seen, openJobs: 1, ...more },
    ],
    tasks: [{ ...TASK, ...task }],
    queued: [],
    evidence: [],
  };
};
