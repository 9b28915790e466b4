import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { AskedAction } from '../../../baa/stands-in.ts';
import type { QueryType, Nothing } from '../../../engine/query.ts';
import type {
  Conversation,
  ForeignSource,
  ListWithin,
  MessageAnchor,
} from '../conversations/feature.ts';
import type { InstructionStatus } from './instruction.machine.ts';
import type { PolicyRule } from '../policy/feature.ts';
import type { Approval, Instruction } from './rows.ts';

/** A reply that acts, with all that decides how it goes on. */
export interface ActingReply {
  readonly anchor: Pick<
    MessageAnchor,
    | 'anchorId'
    | 'conversationKey'
    | 'assistantMessageId'
    | 'chain'
    | 'source'
    | 'isSecond'
    | 'leftAt'
  >;
  readonly conversation: Pick<
    Conversation,
    'mode' | 'localConversationId' | 'agentId' | 'parentKey'
  >;
  /** Actions of the reply, by position. */
  readonly instructions: readonly Instruction[];
  /** Questions about the actions, the oldest first. */
  readonly approvals: readonly Approval[];
}

/** An action as people are told of it. */
export interface ShownInstruction {
  readonly instruction: Instruction;
  readonly localConversationId: string;
  readonly assistantMessageId: string;
}

export interface ActionsQueries {
  /** Ids of actions of the conversation that run now. */
  readonly runningOf: QueryType<{ readonly localConversationId: string }, readonly string[]>;
  /** Rules that hold for the action: of its conversation and its agent, and of all. */
  readonly rulesFor: QueryType<{ readonly instructionId: string }, readonly PolicyRule[]>;
  readonly shownInstruction: QueryType<{ readonly instructionId: string }, ShownInstruction | null>;
  /** The newest first. */
  readonly shownInstructions: ListWithin<
    { readonly status?: InstructionStatus | undefined },
    ShownInstruction
  >;
  readonly reply: QueryType<{ readonly anchorId: string }, ActingReply | null>;
  readonly replyWith: QueryType<{ readonly instructionId: string }, ActingReply | null>;
  readonly replyAbout: QueryType<{ readonly approvalId: string }, ActingReply | null>;
  readonly runningInstructions: QueryType<Nothing, readonly Instruction[]>;
  /** Actions without a result, with the open question to a person where there is one. */
  readonly openInstructions: QueryType<
    Nothing,
    readonly { readonly instruction: Instruction; readonly approval: Approval | null }[]
  >;
  /** Actions of unknown outcome without an open question to a person. */
  readonly unattendedInstructions: QueryType<Nothing, readonly Instruction[]>;
  /** Replies with instructions still to run; of one conversation, or of all. */
  readonly unfinishedAnchorIds: QueryType<
    { readonly conversationKey: ConversationKey | null },
    readonly string[]
  >;
  /** Where an action stands in words of others in its conversation; null: in none. */
  readonly foreignAction: QueryType<
    {
      readonly instructionId: string;
      /** Names beside the one that the action is written with. */
      readonly names: AskedAction['names'];
    },
    ForeignSource | null
  >;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends ActionsQueries {}
}
