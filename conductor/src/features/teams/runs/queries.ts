import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Page, PageRequest } from '../../../engine/page-cursor.ts';
import { type Nothing, query } from '../../../engine/query.ts';
import type { Conversation } from '../../heart/conversations/feature.ts';
import type { DeliveryJob } from '../../heart/deliveries/feature.ts';
import type { Approval, ApprovalDecision, Instruction } from '../../heart/actions/feature.ts';
import type { PolicyRule } from '../../heart/policy/feature.ts';
import type {
  Run,
  RunCall,
  RunEvidence,
  RunInput,
  RunTask,
  RunTeam,
  RunTemplate,
  RunWorker,
  Sealed,
} from './rows.ts';
import type { SealedTable } from './run-texts.ts';

/** Texts of a run that are shown, the newest. */
export const MAX_SHOWN_INPUTS = 200;

/** A worker with what is seen of it. */
export interface WorkerState {
  readonly worker: RunWorker;
  readonly conversation: Conversation | null;
  /** The newest delivery to it; null: none was. */
  readonly lastJob: DeliveryJob | null;
  /** Deliveries to it that have not ended. */
  readonly openJobs: number;
  /** Actions of it that have not ended, those that wait for a person among them. */
  readonly openActions: number;
  /** Actions of it that wait for a person. */
  readonly waiting: number;
  /** Texts that it was sent, or that wait for it. */
  readonly inputs: number;
  /** When it was last heard of (epoch ms); null: never. */
  readonly heardAt: number | null;
}

/** A run with all that decides how it goes on. */
export interface RunState {
  readonly run: Run;
  /** Workers by position. */
  readonly workers: readonly WorkerState[];
  /** Tasks by position. */
  readonly tasks: readonly RunTask[];
  /** Those that wait, the oldest first. */
  readonly queued: readonly RunInput[];
  /** The oldest first. */
  readonly evidence: readonly RunEvidence[];
}

/** A text whose delivery can be taken back. */
export interface UnsentText {
  readonly workerId: string;
  readonly job: DeliveryJob;
}

/** A run as lists show it. */
export interface ListedRun {
  readonly run: Run;
  readonly workers: number;
  readonly tasks: number;
  readonly tasksDone: number;
  /** Actions of its workers that wait for a person. */
  readonly waiting: number;
}

/** Something that a worker asked for. */
export interface RunAction {
  readonly workerId: string;
  readonly instruction: Instruction;
  /** Last decision of a person on it, or that it is open; null: nobody was asked. */
  readonly decision: ApprovalDecision | null;
}

/** A message to a program that serves a worker, not yet answered. */
export interface ProgramTurn {
  readonly job: DeliveryJob;
  readonly conversation: Conversation;
  readonly worker: RunWorker;
}

export interface SealedRowsAsked {
  readonly table: SealedTable;
  /** Ids of keys. */
  readonly keys: readonly string[];
  /** The id of the last row that was seen; empty: none was. */
  readonly after: string;
  readonly limit: number;
}

/** A row of whichever table was asked for. */
export interface SealedRow {
  readonly rowId: string;
  readonly row: { readonly sealed: Sealed | null; readonly version: number };
}

export const runState = query<{ readonly runId: string }, RunState | null>('runState');
/** The newest first. */
export const runs = query<{ readonly page: PageRequest }, Page<ListedRun>>('runs');
/** Ids of the runs that have not ended. */
export const openRuns = query<Nothing, readonly string[]>('openRuns');

export const runCounts = query<
  Nothing,
  readonly { readonly status: Run['status']; readonly count: number }[]
>('runCounts');
/** The worker of an open run that the conversation is; null: it is none's. */
export const runWorkerAt = query<{ readonly conversationKey: ConversationKey }, RunWorker | null>(
  'runWorkerAt',
);
/** A message of its run had begun to go to the worker when the action was written; one that is not written yet is written now. */
export const wasToldBefore = query<
  { readonly workerId: string; readonly instructionId: string },
  boolean
>('wasToldBefore');
/** The one under way of the conversation, else the oldest that waits; null: there is none, or no program serves it. */
export const programTurn = query<{ readonly conversationKey: ConversationKey }, ProgramTurn | null>(
  'programTurn',
);
/** Conversations of programs with messages that are not answered. */
export const programsToServe = query<Nothing, readonly ConversationKey[]>('programsToServe');
/** Calls by lines of the worker. */
export const runCalls = query<{ readonly workerId: string }, readonly RunCall[]>('runCalls');
/** Calls by lines that stand in a reply. */
export const callsOfReply = query<{ readonly anchorId: string }, readonly RunCall[]>(
  'callsOfReply',
);
/** Questions that a worker's program asked a person during a turn, the oldest first. */
export const workerQuestions = query<{ readonly jobId: string }, readonly Approval[]>(
  'workerQuestions',
);
/** Workers of open runs that one of the conversations is, or is to be, by our ids. */
export const runWorkersOf = query<
  { readonly localConversationIds: readonly string[]; readonly exceptRun: string },
  readonly RunWorker[]
>('runWorkersOf');
/** Those that hold since workers of the run have their roles. */
export const runRules = query<{ readonly runId: string }, readonly PolicyRule[]>('runRules');
/** The same of workers that work no more, where nothing is under way any longer. */
export const outlivedRoleRules = query<Nothing, readonly PolicyRule[]>('outlivedRoleRules');
/** Texts of a run that are with their deliveries, and of which nothing has left yet. */
export const runUnsent = query<{ readonly runId: string }, readonly UnsentText[]>('runUnsent');

export const runInput = query<{ readonly inputId: string }, RunInput | null>('runInput');
/** Texts to workers of a run, the newest first. */
export const runInputs = query<
  { readonly runId: string; readonly limit: number },
  readonly RunInput[]
>('runInputs');
/** Those that are not built in, by id. */
export const runTeams = query<Nothing, readonly RunTeam[]>('runTeams');
/** Calls that workers of a run asked for, the newest first; of one worker, or of all. */
export const runActions = query<
  { readonly runId: string; readonly workerId: string | undefined; readonly page: PageRequest },
  Page<RunAction>
>('runActions');
/** Rows of one table that were sealed with one of the keys, by id. */
export const sealedRows = query<SealedRowsAsked, readonly SealedRow[]>('sealedRows');
/** Programs of a person's own, by id. */
export const runTemplates = query<Nothing, readonly RunTemplate[]>('runTemplates');
