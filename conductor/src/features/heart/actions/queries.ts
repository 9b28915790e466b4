import type { ChatSession, ReadMarks } from '../lineage/sessions/rows.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { AskedAction } from '../../../baa/stands-in.ts';
import { type Nothing, query } from '../../../engine/query.ts';
import { listWithin } from '../conversations/queries.ts';
import type { Conversation, ForeignSource, MessageAnchor } from '../conversations/feature.ts';
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

/** Rules that hold for the action: of its conversation and its agent, and of all. */
export const rulesFor = query<{ readonly instructionId: string }, readonly PolicyRule[]>(
  'rulesFor',
);

export const shownInstruction = query<{ readonly instructionId: string }, ShownInstruction | null>(
  'shownInstruction',
);
/** The newest first. */
export const shownInstructions = listWithin<
  { readonly status?: InstructionStatus | undefined },
  ShownInstruction
>('shownInstructions');

export const reply = query<{ readonly anchorId: string }, ActingReply | null>('reply');

export const replyWith = query<{ readonly instructionId: string }, ActingReply | null>('replyWith');

export const replyAbout = query<{ readonly approvalId: string }, ActingReply | null>('replyAbout');

export const runningInstructions = query<Nothing, readonly Instruction[]>('runningInstructions');
/** Actions without a result, with the open question to a person where there is one. */
export const openInstructions = query<
  Nothing,
  readonly { readonly instruction: Instruction; readonly approval: Approval | null }[]
>('openInstructions');
/** Actions of unknown outcome without an open question to a person. */
export const unattendedInstructions = query<Nothing, readonly Instruction[]>(
  'unattendedInstructions',
);
/** Replies with instructions still to run; of one conversation, or of all. */
export const unfinishedAnchorIds = query<
  { readonly conversationKey: ConversationKey | null },
  readonly string[]
>('unfinishedAnchorIds');
/** Where an action stands in words of others in its conversation; null: in none. */
export const foreignAction = query<
  {
    readonly instructionId: string;
    /** Names beside the one that the action is written with. */
    readonly names: AskedAction['names'];
  },
  ForeignSource | null
>('foreignAction');

/** Session of an action's conversation; null: there is no such action. */
export const sessionOfAction = query<
  { readonly instructionId: string },
  {
    readonly chatSessionId: string;
    readonly conversationKey: ConversationKey;
    readonly session: ChatSession | null;
  } | null
>('sessionOfAction');
/** Marks of an action's conversation, and of those whose words may have come to it. */
export const readMarks = query<{ readonly instructionId: string }, ReadMarks>('readMarks');
