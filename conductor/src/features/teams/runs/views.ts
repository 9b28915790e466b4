import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { ListedRun, RunAction, RunState, WorkerState } from './queries.ts';
import { reportOf } from './report.ts';
import type { SeenProgram } from './programs/program-port.ts';
import type { RunEvidence, RunInput, RunTask, RunWorker } from './rows.ts';
import { isOver } from './run-changes.ts';
import { spentLimit, spentWords } from './role-limits.ts';
import type { RunTextsOf } from './run-texts.ts';
import { readTemplateId } from './template-id.ts';
import { type Patience, workerStatus } from './worker-status.ts';

export type RunView = ResponseOf<'getRun'>;

export type InputView = ResponseOf<'listRunInputs'>['items'][number];

/** Returns what is seen of the program of a worker; null: it is none, or has not begun. */
type SeenOf = (worker: RunWorker) => SeenProgram | null;

/** Facts about workers that are not in the rows of the run. */
interface Seeing {
  /** The end of what a worker said last, by the id of its newest delivery. */
  readonly linesOf: ReadonlyMap<string, readonly string[]>;
  readonly seen: SeenOf;
  readonly patience: Patience;
}

type WaitView = RunView['waits'][number];

type CallView = ResponseOf<'listRunCalls'>['items'][number];

const LAST_LINES = 20;

const MAX_LINE = 2_048;

/** The end of what somebody said. */
export function lastLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd().slice(0, MAX_LINE))
    .filter((line) => line !== '')
    .slice(-LAST_LINES);
}

export function inputView(input: RunInput): InputView {
  return {
    input_id: input.inputId,
    worker: input.workerId,
    origin: input.origin,
    status: input.status,
    job_id: input.jobId,
    risk: input.risk,
    rules: [...input.reasons],
    created_at: input.createdAt,
    sent_at: input.sentAt,
  };
}

export function listedRunView(
  { run, workers, tasks, tasksDone, waiting }: ListedRun,
  texts: RunTextsOf,
): ResponseOf<'listRuns'>['items'][number] {
  const { goal, conclusion } = texts.run(run);
  return {
    run_id: run.runId,
    goal,
    status: run.status,
    team: run.teamId,
    conclusion,
    workers,
    tasks,
    tasks_done: tasksDone,
    waits: waiting + (isOver(run) ? 0 : run.asks + (run.plannedAt === null ? 0 : 1)),
    created_at: run.createdAt,
    ended_at: run.endedAt,
  };
}

export function callView({ workerId, instruction, decision }: RunAction): CallView {
  const { instructionId, target, tool, risk, status, errorCode, errorText } = instruction;
  return {
    instruction_id: instructionId,
    worker: workerId,
    action: target === '' ? null : `${target}::${tool}`,
    risk,
    status,
    error: errorCode === null ? null : { code: errorCode, text: errorText ?? '' },
    decision,
    created_at: instruction.createdAt,
    finished_at: instruction.finishedAt,
  };
}

/** @param inputs Those that a rule matched are its risks. */
export function runView(
  state: RunState,
  inputs: readonly RunInput[],
  texts: RunTextsOf,
  seeing: Seeing,
  deepLink: string | null,
): RunView {
  const { run, workers, tasks, evidence } = state;
  const { goal, conclusion } = texts.run(run);
  return {
    run_id: run.runId,
    goal,
    status: run.status,
    paused_by: run.pausedBy,
    team: run.teamId,
    planner: run.plannerId,
    workers: workers.map((one) => workerView(one, state, texts, seeing)),
    plan: tasks.map((task) => taskView(task, texts)),
    evidence: evidence.map((one) => evidenceView(one, texts)),
    plan_id: run.plannedAt === null ? null : run.planHash,
    waits: waitsOf(state, texts, seeing),
    risks: inputs.filter(({ risk }) => risk !== 'low').map(inputView),
    report: [...reportOf(state, inputs, texts, deepLink)],
    phase_line: phaseLine(state, texts),
    conclusion,
    deep_link: deepLink,
    budget: { inputs_used: run.inputsUsed, limits: { ...run.limits } },
    review_plan: run.reviewPlan,
    ladder: run.ladder,
    error: run.errorCode,
    attempt: run.attempt,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    started_at: run.startedAt,
    ready_at: run.readyAt,
    ended_at: run.endedAt,
  };
}

function workerView(
  state: WorkerState,
  { tasks }: RunState,
  texts: RunTextsOf,
  { linesOf, seen, patience }: Seeing,
): RunView['workers'][number] {
  const { worker, conversation, lastJob, waiting, heardAt } = state;
  const program = seen(worker);
  const { title, program: its } = texts.worker(worker);
  const status = workerStatus(state, program, patience);
  const own = tasks.find(
    (task) => task.workerId === worker.workerId && !['done', 'dropped'].includes(task.status),
  );
  return {
    tab_id: worker.workerId,
    role: worker.role,
    is_planner: worker.isPlanner,
    template_id: worker.templateId,
    title,
    working_dir: its?.folder ?? null,
    conversation: conversation?.localConversationId ?? null,
    task_id: own?.taskId ?? null,
    status_snapshot: {
      status,
      // Of a terminal nothing is said, also before its screen is seen. All else stands in deliveries and actions.
      source: program?.source ?? (isTerminal(worker) ? 'guessed' : 'said'),
      mark: worker.mark,
      held_by: worker.heldBy ?? (program?.isTaken === true ? 'person' : null),
      last_lines: [...(program?.lines ?? linesOf.get(lastJob?.jobId ?? '') ?? [])],
      waits: waiting + ((program?.question ?? null) === null ? 0 : 1),
      error: status === 'error' ? (lastJob?.lastErrorCode ?? 'worker_lost') : null,
      last_output_at: program?.lastOutputAt ?? heardAt,
    },
  };
}

function isTerminal({ templateId }: RunWorker): boolean {
  return readTemplateId(templateId)?.kind === 'terminal';
}

function taskView(task: RunTask, texts: RunTextsOf): RunView['plan'][number] {
  const { title, instructions, doneWhen, result, blockedBy } = texts.task(task);
  return {
    task_id: task.taskId,
    position: task.position,
    title,
    instructions,
    role: task.role,
    worker: task.workerId,
    depends_on: [...task.dependsOn],
    status: task.status,
    attempt: task.attempt,
    done_when: doneWhen,
    result,
    blocked_by: blockedBy,
    needs: [...task.needs],
    reviewer: task.reviewerId,
    returns: task.returns,
    restarts: task.restarts,
    expected: task.isExpected,
  };
}

function evidenceView(one: RunEvidence, texts: RunTextsOf): RunView['evidence'][number] {
  return {
    evidence_id: one.evidenceId,
    task_id: one.taskId,
    worker: one.workerId,
    kind: one.kind,
    ...texts.evidence(one),
    created_at: one.createdAt,
  };
}

/** Lists what waits for a person: made from the rows each time, so that list and detail cannot differ. */
function waitsOf(
  { run, workers, tasks }: RunState,
  texts: RunTextsOf,
  { seen, patience: { now } }: Seeing,
): WaitView[] {
  if (isOver(run)) return [];
  const waits: WaitView[] = [];
  const add = (
    kind: WaitView['kind'],
    text: string,
    more: Partial<Omit<WaitView, 'kind' | 'text'>> = {},
  ): void => void waits.push({ kind, text, worker: null, question: null, options: [], ...more });
  if (run.status === 'paused') add('paused', PAUSED[run.pausedBy ?? 'person']);
  if (run.plannedAt !== null) add('plan', 'The plan waits to be accepted.');
  for (const { questionId, question, options, answer } of texts.run(run).questions)
    if (answer === null)
      add('question', question, {
        worker: run.plannerId,
        question: questionId,
        options: [...options],
      });
  for (const one of workers) {
    const { worker, waiting, conversation } = one;
    const at = worker.workerId;
    if (waiting > 0) add('approval', `${worker.role} asks for permission.`, { worker: at });
    const question = seen(worker)?.question ?? null;
    if (question !== null) add('question', `${worker.role} asks: ${question}`, { worker: at });
    const spent = worker.endedAt === null ? spentLimit(one, now) : null;
    if (spent !== null && tasks.some(({ status }) => status === 'planned'))
      add('blocked', spentWords(worker, spent), { worker: at });
    if (conversation !== null && conversation.mode !== 'auto')
      add('question', `The conversation of ${worker.role} is ${conversation.mode}.`, {
        worker: at,
      });
  }
  for (const task of tasks) {
    if (task.status !== 'blocked') continue;
    const { title, blockedBy } = texts.task(task);
    const why = blockedBy === null ? '' : `: ${blockedBy}`;
    add('blocked', `${title}${why}`, { worker: task.workerId });
  }
  if (run.status === 'planning' && run.hints > 0 && run.plannedAt === null)
    add('planner', 'The planner has not produced a plan. Write one.');
  return waits;
}

const PAUSED = {
  person: 'A person paused it.',
  budget: 'It has used all that it may.',
  loop: 'Its planner makes the same plan again and again.',
  stall: 'Nothing has moved for long.',
} as const;

function phaseLine({ run, workers, tasks }: RunState, texts: RunTextsOf): string {
  const done = tasks.filter(({ status }) => status === 'done').length;
  const all = tasks.filter(({ status }) => status !== 'dropped').length;
  switch (run.status) {
    case 'draft':
      return 'Nothing was begun yet.';
    case 'starting':
      return 'The goal is being sent to the planner.';
    case 'planning':
      return run.plannedAt === null ? 'Planning.' : 'The plan waits to be accepted.';
    case 'executing': {
      const now = tasks
        .filter(({ status }) => status === 'working')
        .map(
          ({ position, role, sealed, taskId }) =>
            `${role} does task ${position + 1}, ${texts.task({ taskId, sealed }).title}`,
        );
      const next = tasks.find(({ status }) => status === 'planned');
      return [
        `${done} of ${all} tasks are done.`,
        ...(now.length === 0 ? [] : [`Now: ${now.join('; ')}.`]),
        ...(next === undefined ? [] : [`Next: task ${next.position + 1}, by ${next.role}.`]),
      ].join(' ');
    }
    case 'reporting':
      return 'The report is written.';
    case 'paused':
      return `Paused, with ${done} of ${all} tasks done.`;
    case 'finished':
      return `Finished: ${done} of ${all} tasks, ${workers.length} workers.`;
    case 'stopped':
      return `Stopped, with ${done} of ${all} tasks done.`;
    case 'failed':
      return 'Failed: its planner is gone.';
  }
}
