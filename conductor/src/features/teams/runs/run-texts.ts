import type { JsonValue } from '../../../baa/json-value.ts';
import type { Sealer } from './sealed.ts';
import type { ProgramTemplate } from './programs/program-templates.ts';
import type {
  Run,
  RunEvidence,
  RunInput,
  RunTask,
  RunTeam,
  RunTemplate,
  RunWorker,
  Sealed,
} from './rows.ts';
import type { RoleCommands } from '../../../text-risk/role-commands.ts';
import type { Team, TeamRole } from './teams.ts';

/** Parts of a report, in its order. */
export const REPORT_SECTIONS = [
  'goal',
  'done',
  'deliverables',
  'unresolved',
  'verify',
  'patches',
  'tests',
  'commands',
  'todos',
  'risks',
  'who',
  'links',
] as const;

export type ReportSection = (typeof REPORT_SECTIONS)[number];

/** Text that somebody wrote for a section; without it, the section is made from the rows. */
export interface WrittenSection {
  readonly text: string;
  readonly by: 'planner' | 'person';
  /** Text that the planner wrote after a person had written: kept beside the person's text, never over it. */
  readonly draft: string | null;
  /** The action that wrote it last, likewise. */
  readonly writtenBy: string | null;
}

export interface RunTexts {
  readonly goal: string;
  readonly conclusion: string | null;
  readonly report: Readonly<Partial<Record<ReportSection, WrittenSection>>>;
  /** Questions of the planner to a person; the newest last. */
  readonly questions: readonly Question[];
  /** true: imported from a file: its words are somebody else's, and nothing goes on by them. */
  readonly isOfFile?: boolean;
}

/** A question of the planner to a person. */
export interface Question {
  readonly questionId: string;
  readonly question: string;
  /** Answers that the planner proposes. */
  readonly options: readonly string[];
  readonly askedAt: number;
  /** Null: it waits for one. */
  readonly answer: string | null;
}

export interface EvidenceTexts {
  readonly title: string;
  readonly detail: string;
}

export interface WorkerTexts {
  readonly title: string;
  /** Task of its role, as its team said when the run was made. */
  readonly task: string;
  /** Where a program of its role may work, or below; left out: anywhere that is let. */
  readonly folders?: readonly string[];
  /** Which commands it may be told to run; left out: any. */
  readonly commands?: RoleCommands;
  /** Folder and call key of a program. Absent: the worker is no program. */
  readonly program?: {
    readonly folder: string;
    readonly key: string;
    /** true: a shell, which runs each text. */
    readonly isShell?: boolean;
    /** Which one; left out: nobody knows how it reads what it is told. */
    readonly shellName?: string;
  };
}

export type TeamTexts = Pick<Team, 'name' | 'scene'> & {
  readonly roles: readonly (Omit<TeamRole, 'rules' | 'limits'> &
    Partial<Pick<TeamRole, 'rules' | 'limits'>>)[];
};

export interface TaskTexts {
  readonly title: string;
  readonly instructions: string;
  readonly doneWhen: string | null;
  readonly result: string | null;
  readonly blockedBy: string | null;
  /** The action that changed it last: run again after a crash, it has been done. Null: none did. */
  readonly changedBy: string | null;
  /** true: its words were scanned for what a shell could do with them. */
  readonly isForShell?: boolean;
}

export interface InputTexts {
  readonly text: string;
}

/** Shown in place of a text whose key is not here. */
const LOCKED = '(sealed; its key is not here)';

const LOCKED_TASK = {
  title: LOCKED,
  instructions: LOCKED,
  doneWhen: null,
  result: null,
  blockedBy: null,
  changedBy: null,
  isLocked: true,
} as const;

/** Where sealed words are, by table. */
export const SEALED_IN = {
  runs: 'runs',
  runWorkers: 'run_workers',
  runTasks: 'run_tasks',
  runInputs: 'run_inputs',
  runTeams: 'run_teams',
  runTemplates: 'run_templates',
  runEvidence: 'run_evidence',
} as const;

export type SealedTable = keyof typeof SEALED_IN;

type Table = (typeof SEALED_IN)[SealedTable];

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
  /** The same words with the key of now; null: its own key is not here, or it was changed. */
  sealAgain(table: SealedTable, rowId: string, sealed: Sealed): Sealed | null;
  sealRun(runId: string, texts: RunTexts): Sealed;
  run(run: Pick<Run, 'runId' | 'sealed'>): RunTexts & { readonly isLocked: boolean };
  sealWorker(workerId: string, texts: WorkerTexts): Sealed;
  worker(worker: Pick<RunWorker, 'workerId' | 'sealed'>): WorkerTexts;
  sealTask(taskId: string, texts: TaskTexts): Sealed;
  task(task: Pick<RunTask, 'taskId' | 'sealed'>): TaskTexts & { readonly isLocked: boolean };
  sealInput(inputId: string, texts: InputTexts): Sealed;
  /** Null: it is with its delivery now, or its key is not here. */
  input(input: Pick<RunInput, 'inputId' | 'sealed'>): InputTexts | null;
  sealEvidence(evidenceId: string, texts: EvidenceTexts): Sealed;
  evidence(evidence: Pick<RunEvidence, 'evidenceId' | 'sealed'>): EvidenceTexts;
  sealTeam(teamId: string, texts: TeamTexts): Sealed;
  /** Null: its key is not here. */
  team(team: Pick<RunTeam, 'teamId' | 'sealed'>): TeamTexts | null;
  sealTemplate(templateId: string, program: ProgramTemplate): Sealed;
  /** Null: its key is not here. */
  template(template: Pick<RunTemplate, 'templateId' | 'sealed'>): ProgramTemplate | null;
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
    sealAgain(name, rowId, sealed) {
      const table = SEALED_IN[name];
      const value = open<object>(table, rowId, sealed);
      return value === null ? null : seal(table, rowId, value);
    },
    sealRun: (id, texts) => seal('runs', id, texts),
    run({ runId, sealed }) {
      // Runs of before planners could ask have no questions.
      const found = open<Omit<RunTexts, 'questions'> & Partial<RunTexts>>('runs', runId, sealed);
      return found === null
        ? { goal: LOCKED, conclusion: null, report: {}, questions: [], isLocked: true }
        : { ...found, questions: found.questions ?? [], isLocked: false };
    },
    sealWorker: (id, texts) => seal('run_workers', id, texts),
    worker: ({ workerId, sealed }) => ({
      title: LOCKED,
      // Runs of before teams could be made here have none.
      task: '',
      ...open<WorkerTexts>('run_workers', workerId, sealed),
    }),
    sealTask: (id, texts) => seal('run_tasks', id, texts),
    task({ taskId, sealed }) {
      const found = open<TaskTexts>('run_tasks', taskId, sealed);
      return found === null ? LOCKED_TASK : { ...found, isLocked: false };
    },
    sealInput: (id, texts) => seal('run_inputs', id, texts),
    input: ({ inputId, sealed }) =>
      sealed === null ? null : open<InputTexts>('run_inputs', inputId, sealed),
    sealEvidence: (id, texts) => seal('run_evidence', id, texts),
    evidence: ({ evidenceId, sealed }) =>
      open<EvidenceTexts>('run_evidence', evidenceId, sealed) ?? { title: LOCKED, detail: '' },
    sealTeam: (id, texts) => seal('run_teams', id, texts),
    team: ({ teamId, sealed }) => open<TeamTexts>('run_teams', teamId, sealed),
    sealTemplate: (id, program) => seal('run_templates', id, program),
    template: ({ templateId, sealed }) =>
      open<ProgramTemplate>('run_templates', templateId, sealed),
  };
}
