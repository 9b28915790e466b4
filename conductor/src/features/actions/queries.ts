import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { Asked, Nothing } from '../../engine/query.ts';
import type { Conversation, ForeignAction, MessageAnchor } from '../conversations/feature.ts';
import type { Approval, Instruction } from './rows.ts';

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

export interface ActionsQueries {
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
  /** Where an action stands in words of others in its conversation; null: in none. */
  readonly foreignAction: Asked<{ readonly instructionId: string }, ForeignAction | null>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends ActionsQueries {}
}
