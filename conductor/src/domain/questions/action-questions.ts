import type {
  ConversationKey,
  ConversationRef,
} from '../../../../shared/model/conversation-key.ts';
import type {
  Approval,
  Artifact,
  Conversation,
  ForeignAction,
  Instruction,
  MessageAnchor,
  PolicyRule,
} from '../rows.ts';
import type { Asked } from './asked.ts';
import type { Place } from './delivery-questions.ts';
import type { Some } from './some.ts';

/** A reply that acts, with all that decides how it goes on. */
export interface ActingReply {
  readonly anchor: Pick<
    MessageAnchor,
    'anchorId' | 'conversationKey' | 'assistantMessageId' | 'chain'
  >;
  readonly conversation: Pick<Conversation, 'mode' | 'localConversationId'>;
  /** By position. */
  readonly instructions: readonly Instruction[];
  /** About them, the oldest first. */
  readonly approvals: readonly Approval[];
}

type Nothing = Readonly<Record<never, never>>;

export interface ActionQuestions {
  readonly reply: Asked<{ readonly anchorId: string }, ActingReply | null>;
  readonly replyWith: Asked<{ readonly instructionId: string }, ActingReply | null>;
  readonly replyAbout: Asked<{ readonly approvalId: string }, ActingReply | null>;
  readonly runningInstructions: Asked<Nothing, readonly Instruction[]>;
  /** Those without a result, with the open question to a person where there is one. */
  readonly openInstructions: Asked<
    Nothing,
    readonly { readonly instruction: Instruction; readonly approval: Approval | null }[]
  >;
  /** Of unknown outcome, without an open question to a person. */
  readonly unattendedInstructions: Asked<Nothing, readonly Instruction[]>;
  /** Replies with instructions still to run; of one conversation, or of all. */
  readonly unfinishedAnchorIds: Asked<
    { readonly conversationKey: ConversationKey | null },
    readonly string[]
  >;
  /** Open ones of a conversation with their actions, the oldest first. */
  readonly openApprovalsOf: Asked<
    { readonly ref: ConversationRef; readonly limit: number },
    readonly { readonly approval: Approval; readonly instruction: Instruction }[]
  >;
  /** Open ones of all conversations, the oldest first. */
  readonly openApprovals: Asked<
    { readonly limit: number },
    readonly (Place & { readonly approval: Approval; readonly instruction: Instruction })[]
  >;
  /** Open ones whose time is over. */
  readonly expiredApprovalIds: Asked<{ readonly now: number } & Some, readonly string[]>;
  /** Those that hold for an instruction: of its conversation, and of all. */
  readonly rulesFor: Asked<{ readonly instructionId: string }, readonly PolicyRule[]>;
  /** Where an action stands in words of others in its conversation; null: in none. */
  readonly foreignAction: Asked<{ readonly instructionId: string }, ForeignAction | null>;
  /** Those of all, and those of the conversation where one is named. */
  readonly rulesIn: Asked<
    { readonly conversationKey: ConversationKey | null },
    readonly PolicyRule[]
  >;
  /** All, the newest first. */
  readonly allRules: Asked<
    { readonly limit: number },
    readonly { readonly rule: PolicyRule; readonly conversation: Conversation | null }[]
  >;
  readonly policyRule: Asked<{ readonly ruleId: string }, PolicyRule | null>;
  readonly artifact: Asked<{ readonly artifactId: string }, Artifact | null>;
  /** The newest first. */
  readonly artifactsOf: Asked<
    { readonly conversationKey: ConversationKey; readonly limit: number },
    readonly Artifact[]
  >;
  /** Which of these contents an artifact holds. */
  readonly contentsInUse: Asked<{ readonly sha256s: readonly string[] }, readonly string[]>;
}
