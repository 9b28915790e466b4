import type { JsonValue } from '../../baa/json-value.ts';
import type { Sealer } from './sealed.ts';
import type { Run, RunInput, RunTask, RunWorker, Sealed } from './rows.ts';

/** Parts of a report, in its order. */
export const REPORT_SECTIONS = [
  'goal',
  'done',
  'deliverables',
  'unresolved',
  'verify',
  'who',
] as const;

export type ReportSection = (typeof REPORT_SECTIONS)[number];

/** What somebody wrote for a section; without it, the rows say what they know. */
export interface WrittenSection {
  readonly text: string;
  readonly by: 'planner' | 'person';
  /** What the planner wrote after a person had written: beside it, and never over it. */
  readonly draft: string | null;
  /** The action that wrote it last, likewise. */
  readonly writtenBy: string | null;
}

export interface RunTexts {
  readonly goal: string;
  readonly conclusion: string | null;
  readonly report: Readonly<Partial<Record<ReportSection, WrittenSection>>>;
}

export interface WorkerTexts {
  readonly title: string;
}

export interface TaskTexts {
  readonly title: string;
  readonly instructions: string;
  readonly doneWhen: string | null;
  readonly result: string | null;
  readonly blockedBy: string | null;
  /** The action that changed it last: run again after a crash, it has been done. Null: none did. */
  readonly changedBy: string | null;
}

export interface InputTexts {
  readonly text: string;
}

/** Shown in place of a text whose key is not here. */
const LOCKED = '(sealed; its key is not here)';

type Table = 'runs' | 'run_workers' | 'run_tasks' | 'run_inputs';

/** The key that what is written is sealed with cannot be used. */
export class SealLocked extends Error {
  constructor() {
    super('The file seal-key of the data folder is damaged.');
  }
}

/** Seals what was written, and opens it. What cannot be opened says so. Sealing throws SealLocked. */
export interface RunTextsOf {
  /** Whether anything can be sealed now. */
  canSeal(): boolean;
  sealRun(runId: string, texts: RunTexts): Sealed;
  run(run: Pick<Run, 'runId' | 'sealed'>): RunTexts & { readonly isLocked: boolean };
  sealWorker(workerId: string, texts: WorkerTexts): Sealed;
  worker(worker: Pick<RunWorker, 'workerId' | 'sealed'>): WorkerTexts;
  sealTask(taskId: string, texts: TaskTexts): Sealed;
  task(task: Pick<RunTask, 'taskId' | 'sealed'>): TaskTexts;
  sealInput(inputId: string, texts: InputTexts): Sealed;
  /** Null: it is with its delivery now, or its key is not here. */
  input(input: Pick<RunInput, 'inputId' | 'sealed'>): InputTexts | null;
}

export function createRunTexts(sealer: Sealer): RunTextsOf {
  function seal(table: Table, rowId: string, value: object): Sealed {
    const sealed = sealer.seal({ table, rowId, column: 'sealed' }, value as JsonValue);
    if (!sealed.ok) throw new SealLocked();
    return sealed.value;
  }

  /** Only what this module has sealed there opens there: its shape is known. */
  function open<Texts>(table: Table, rowId: string, sealed: Sealed): Texts | null {
    const opened = sealer.open({ table, rowId, column: 'sealed' }, sealed);
    return opened.ok ? (opened.value as Texts) : null;
  }

  return {
    canSeal: () => sealer.seal({ table: 'runs', rowId: '', column: '' }, null).ok,
    sealRun: (id, texts) => seal('runs', id, texts),
    run({ runId, sealed }) {
      const found = open<RunTexts>('runs', runId, sealed);
      return found === null
        ? { goal: LOCKED, conclusion: null, report: {}, isLocked: true }
        : { ...found, isLocked: false };
    },
    sealWorker: (id, texts) => seal('run_workers', id, texts),
    worker: ({ workerId, sealed }) =>
      open<WorkerTexts>('run_workers', workerId, sealed) ?? { title: LOCKED },
    sealTask: (id, texts) => seal('run_tasks', id, texts),
    task: ({ taskId, sealed }) =>
      open<TaskTexts>('run_tasks', taskId, sealed) ?? {
        title: LOCKED,
        instructions: LOCKED,
        doneWhen: null,
        result: null,
        blockedBy: null,
        changedBy: null,
      },
    sealInput: (id, texts) => seal('run_inputs', id, texts),
    input: ({ inputId, sealed }) =>
      sealed === null ? null : open<InputTexts>('run_inputs', inputId, sealed),
  };
}
