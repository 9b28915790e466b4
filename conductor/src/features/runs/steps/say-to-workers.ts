import { joinPlans, plan, update } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import type { InputOrigin, InputRisk, Run, RunInput, RunWorker, Sealed } from '../rows.ts';
import { type By, changeTask, isOver, queueInput, touched } from '../run-changes.ts';

/** A text for one worker. */
export interface Saying {
  readonly inputId: string;
  readonly workerId: string;
  readonly sealed: Sealed;
}

export interface SayInput {
  readonly runId: string;
  readonly sayings: readonly Saying[];
  readonly origin: InputOrigin;
  readonly risk: InputRisk;
  readonly reasons: readonly string[];
  readonly by: By;
  /** The version of the run on which Baton itself decided to say it; null: others asked for it. */
  readonly version: number | null;
  /** What is set in the run with it: what the planner has heard of by then. */
  readonly set?: Partial<Pick<Run, 'toldAt' | 'hints'>>;
  /** The task that is handed over, or asked about. */
  readonly task?: { readonly taskId: string; readonly as: 'assigned' | 'asked' };
}

type Said = 'queued' | 'changed' | 'not_found' | 'run_ended' | 'worker_lost';

/** Puts texts in line for their workers; what is said again with the same id is one. */
export const sayToWorkers = defineStep({
  name: 'say to workers of run',
  load: ({ runId, sayings }: SayInput) => ({
    state: { query: 'runState', runId },
    known: { query: 'runInput', inputId: sayings[0]?.inputId ?? '' },
  }),
  decide({ state, known }, input): Decision<Said> {
    const nothing = (outcome: Said): Decision<Said> => ({ plan: plan({}), outcome });
    if (known !== null) return nothing('queued');
    if (state === null) return nothing('not_found');
    const { run, workers, tasks } = state;
    const { sayings, version, set, task: about, by } = input;
    if (isOver(run)) return nothing('run_ended');
    if (version !== null && run.version !== version) return nothing('changed');
    const found = sayings.map(({ workerId }) =>
      workers.find(({ worker }) => worker.workerId === workerId),
    );
    if (found.some((one) => one === undefined)) return nothing('not_found');
    if (found.some((one) => one?.worker.endedAt !== null)) return nothing('worker_lost');
    const task = about && tasks.find(({ taskId }) => taskId === about.taskId);
    const unmarked = found.flatMap((one) =>
      // What a person or a worker said of it holds until it is told something new.
      one !== undefined && one.worker.mark !== null ? [one.worker] : [],
    );
    return {
      plan: joinPlans(
        ...sayings.map((saying) => queueInput(inputOf(run, saying, input), by)),
        plan({ changes: unmarked.map((worker) => unmark(worker)) }),
        task === undefined
          ? plan({})
          : about?.as === 'assigned'
            ? changeTask(task, { type: 'ASSIGN' }, by, {
                workerId: sayings[0]?.workerId ?? null,
                asked: false,
              })
            : plan({ changes: [update('runTasks', task, { asked: true, updatedAt: by.now })] }),
        set === undefined ? plan({}) : plan({ changes: [update('runs', run, set)] }),
        touched(run),
      ),
      outcome: 'queued',
    };
  },
});

function inputOf({ runId }: Run, saying: Saying, input: SayInput): RunInput {
  const { origin, risk, reasons, by, task } = input;
  return {
    ...saying,
    runId,
    origin,
    risk,
    reasons,
    taskId: task?.as === 'assigned' ? task.taskId : null,
    status: 'queued',
    jobId: null,
    createdAt: by.now,
    sentAt: null,
    version: 1,
  };
}

function unmark(worker: RunWorker) {
  return update('runWorkers', worker, { mark: null });
}
