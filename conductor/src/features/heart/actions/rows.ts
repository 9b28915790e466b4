import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import type { Risk } from '../policy/feature.ts';
import type { InstructionStatus } from './instruction.machine.ts';
import { table } from '../../../engine/tables.ts';

/** One action of a reply: the write-ahead ledger. `running` is committed before the tool runs. */
export interface Instruction {
  readonly instructionId: string;
  readonly anchorId: string;
  readonly conversationKey: ConversationKey;
  /** Place among the actions of the reply, from 0. */
  readonly position: number;
  readonly target: string;
  readonly tool: string;
  readonly paramsJson: string;
  /** `high` until the tool is known. */
  readonly risk: Risk;
  /** true: the action changes nothing, and may run beside others. */
  readonly readOnly: boolean;
  /** Running it again changes nothing: after a crash it simply runs again. */
  readonly idempotent: boolean;
  /**
   * Digest of the server's description of the tool when the action was judged; null: Baton's own tool, or not judged
   * yet.
   */
  readonly toolPin: string | null;
  /**
   * true: the action came back from a backup before it had ended. It, and the delivery of its result, may have happened
   * since.
   */
  readonly mayHaveRun: boolean;
  readonly status: InstructionStatus;
  readonly resultText: string | null;
  readonly resultFormat: 'text' | 'json';
  readonly errorCode: ErrorCode | null;
  readonly errorText: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly version: number;
}

/**
 * - `permission`: may the action run? `approved`, with params perhaps edited, or `denied`.
 * - `outcome_unknown`: the conductor died while it ran, or it came back from a backup. `run_again`, `skipped` (the person
 *   has seen to it), or `told` (the assistant hears that nobody knows).
 */
export type ApprovalKind = 'permission' | 'outcome_unknown';

export type ApprovalDecision =
  | 'open'
  | 'approved'
  | 'denied'
  | 'expired'
  | 'run_again'
  | 'skipped'
  | 'told'
  | 'cancelled';

/**
 * Subjects of a question to a person: an action of a reply; a call of a program; a site that a call needs; something
 * that the person does in a page; or a question of a worker's program.
 */
export const SUBJECT_KINDS = [
  'instruction',
  'resource_call',
  'grant',
  'person_step',
  'worker_question',
] as const;

export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** A subject as people see it, beside the action it is about or in place of one. */
export interface ApprovalSubject {
  readonly target: string;
  readonly tool: string;
  readonly paramsJson: string;
  readonly risk: Risk;
  /** Session of the call, where it is no conversation's. */
  readonly chatSessionId: string;
  readonly label: string;
  /** Id of the resource that the call acts on. */
  readonly resourceId?: string;
  readonly origin?: string;
  readonly level?: 'read' | 'act';
  /** How a person gives the grant that is asked for: a page of their own browser only in its popup. */
  readonly givenBy?: 'popup' | 'answer';
  /** Role and name of the element. */
  readonly element?: string;
  /** Words of the assistant to the person. */
  readonly words?: string;
}

/**
 * A question to a person, and the answer. Its row stands here and not in `approvals`, because the steps of an instruction
 * make and close approvals in their own commit, and `approvals` comes later.
 */
export interface Approval {
  readonly approvalId: string;
  /** Null: a call of a program, which no reply holds. */
  readonly instructionId: string | null;
  readonly conversationKey: ConversationKey | null;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string | null;
  readonly subject: ApprovalSubject | null;
  readonly kind: ApprovalKind;
  readonly decision: ApprovalDecision;
  /** The action stands word for word in something delivered to its conversation, or said there. */
  readonly quoted: boolean;
  /** The server of its tool describes it in another way than was accepted. */
  readonly toolChanged: boolean;
  /** true: the action could send out the person's own data, and strangers had a word in the conversation. */
  readonly mayLeak: boolean;
  /** true: another reply to the same turn came before the one that asks for the action. */
  readonly secondReply: boolean;
  /** The person's words, told to the assistant with a denial. */
  readonly reason: string | null;
  /** Null: it waits for ever. */
  readonly expiresAt: number | null;
  /** Surface by which somebody answered, or `conductor`. */
  readonly decidedBy: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly version: number;
}

export const INSTRUCTIONS = table<Instruction>('instructions');

export const APPROVALS = table<Approval>('approvals');
