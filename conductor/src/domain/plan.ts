import type { ConductorBusinessFrame, Unsent } from '../../../shared/protocol/index.ts';
import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type { JobStatus } from './delivery-job.machine.ts';
import type { ForeignAction, Instruction, TableName, Tables } from './rows.ts';

/**
 * A row change. An update names the version it was decided on: if the row has moved on, the whole step
 * fails and nothing of it is kept.
 */
export type Change =
  | { [T in TableName]: Insert<T> | Update<T> | Remove<T> }[TableName]
  | MergeConversation
  | DeleteConversation
  | SetLabels
  | ForgetFrames
  | NoteForeignActions
  | NoteHolder
  | NoteTie;

interface Insert<T extends TableName> {
  readonly op: 'insert';
  readonly table: T;
  readonly row: Tables[T];
}

interface Update<T extends TableName> {
  readonly op: 'update';
  readonly table: T;
  readonly row: Tables[T];
  readonly set: Partial<Omit<Tables[T], 'version'>>;
}

interface Remove<T extends TableName> {
  readonly op: 'remove';
  readonly table: T;
  readonly row: Tables[T];
}

/** The conversation and all that belongs to it, its lines of the trail and its undelivered frames too. */
interface DeleteConversation {
  readonly op: 'delete_conversation';
  readonly conversationKey: ConversationKey;
}

/** All frames that wait for browsers: they tell of a time that is over. */
interface ForgetFrames {
  readonly op: 'forget_frames';
}

/** The labels become these, each once. */
interface SetLabels {
  readonly op: 'set_labels';
  readonly conversationKey: ConversationKey;
  readonly labels: readonly string[];
}

/** In their canonical form (baa/find-foreign-actions.ts). One that was noted before is noted anew. */
interface NoteForeignActions extends ForeignAction {
  readonly op: 'note_foreign_actions';
  readonly conversationKey: ConversationKey;
  readonly actions: readonly string[];
  readonly at: number;
}

/** The try is the browser's: what it says of it counts, however late. */
interface NoteHolder {
  readonly op: 'note_holder';
  readonly jobId: string;
  readonly attempt: number;
  readonly clientId: string;
}

/** The browser has to do with the conversation, and may tell of it. Noted again, nothing changes. */
interface NoteTie {
  readonly op: 'note_tie';
  readonly conversationKey: ConversationKey;
  readonly clientId: string;
}

/**
 * Two keys turned out to be one conversation. All that belongs to `from` moves to `into`, `from` becomes
 * an alias. An anchor that both have is kept once, with the instructions of both.
 */
interface MergeConversation {
  readonly op: 'merge_conversation';
  readonly from: ConversationKey;
  readonly into: ConversationKey;
  readonly at: number;
}

export function insert<T extends TableName>(table: T, row: Tables[T]): Change {
  return { op: 'insert', table, row } as Change;
}

export function update<T extends TableName>(
  table: T,
  row: Tables[T],
  set: Partial<Omit<Tables[T], 'version'>>,
): Change {
  return { op: 'update', table, row, set } as Change;
}

export function remove<T extends TableName>(table: T, row: Tables[T]): Change {
  return { op: 'remove', table, row } as Change;
}

/** A line of the audit trail: what happened, to what, when, by whom. Append-only, never a message's text. */
export interface AuditEvent {
  readonly type: `${string}.${string}`;
  readonly subjectId: string;
  readonly conversationKey: ConversationKey | null;
  readonly actor: 'conductor' | 'person' | `client:${string}`;
  readonly at: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What is to happen after the commit. Lost in a crash without harm: start-up derives it from the rows. */
/** One move of a job, as it was: the row may have moved on in the same commit. */
export interface JobMoved {
  readonly status: JobStatus;
  readonly errorCode: ErrorCode | null;
  /** Since it was made. */
  readonly ageMs: number;
}

export type Effect =
  | { readonly kind: 'dispatch' }
  | {
      readonly kind: 'run_instructions';
      readonly anchorId: string;
      /** Those that nobody has judged, where the step knows them: they need not be read again. */
      readonly pending?: readonly Instruction[];
    }
  /** Whoever waits for this job to end may look. */
  | { readonly kind: 'job_changed'; readonly jobId: string; readonly change: JobMoved }
  | { readonly kind: 'instruction_cancelled'; readonly instructionId: string }
  | { readonly kind: 'conversation_deleted'; readonly conversationKey: ConversationKey }
  | { readonly kind: 'client_revoked'; readonly clientId: string }
  /** A number of a site or a browser was out of reason, and is not kept to: it stands in the log as well. */
  | {
      readonly kind: 'number_clamped';
      /** Of the frame. */
      readonly field: string;
      readonly subjectId: string;
      readonly told: number;
      readonly kept: number;
    }
  | { readonly kind: 'conversation_changed'; readonly conversationKey: ConversationKey }
  | {
      readonly kind: 'conversation_merged';
      readonly from: ConversationKey;
      readonly into: ConversationKey;
    };

/** A frame for a browser's durable outbox, numbered by the store. */
export interface OutgoingFrame {
  readonly clientId: string;
  readonly frame: Unsent<ConductorBusinessFrame>;
}

/** All that one step changes. Committed whole or not at all; effects run after the commit. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly frames: readonly OutgoingFrame[];
  readonly events: readonly AuditEvent[];
  readonly effects: readonly Effect[];
}

export const NOTHING: Plan = { changes: [], frames: [], events: [], effects: [] };

export function plan(parts: Partial<Plan>): Plan {
  return { ...NOTHING, ...parts };
}

export function joinPlans(...plans: readonly Plan[]): Plan {
  return {
    changes: plans.flatMap((p) => p.changes),
    frames: plans.flatMap((p) => p.frames),
    events: plans.flatMap((p) => p.events),
    effects: plans.flatMap((p) => p.effects),
  };
}
