import type {
  ConversationKey,
  ConversationRef,
} from '../../../../shared/model/conversation-key.ts';
import type { Round } from '../loop-breaker.ts';
import type {
  Client,
  Conversation,
  ConversationAlias,
  IdempotencyKey,
  MessageAnchor,
  Renewal,
  Setting,
  UserTurn,
} from '../rows.ts';
import type { Asked } from './asked.ts';
import type { Some } from './some.ts';

interface Refs {
  readonly refs: readonly ConversationRef[];
}

interface ByLocalId {
  readonly localConversationId: string;
}

export interface ConversationQuestions {
  /** By key or alias. */
  readonly conversation: Asked<{ readonly ref: ConversationRef }, Conversation | null>;
  readonly conversationByLocalId: Asked<ByLocalId, Conversation | null>;
  /** All that the refs name, each once, in their order. */
  readonly conversations: Asked<Refs, readonly Conversation[]>;
  /** Aliases among the refs. */
  readonly aliases: Asked<Refs, readonly ConversationAlias[]>;
  /** Those of them that the browser has to do with. */
  readonly ties: Asked<Refs & { readonly clientId: string }, readonly ConversationKey[]>;
  /** How many aliases each of them has; one that has none is left out. */
  readonly aliasCounts: Asked<Refs, ReadonlyMap<ConversationKey, number>>;
  readonly anchor: Asked<Refs & { readonly assistantMessageId: string }, MessageAnchor | null>;
  readonly anchorById: Asked<{ readonly anchorId: string }, MessageAnchor | null>;
  /**
   * The newest reply of the conversation, where it was live, nobody has spoken since, it holds actions, and no
   * instruction was made of them; null: there is none.
   */
  readonly heldReply: Asked<{ readonly ref: ConversationRef }, MessageAnchor | null>;
  /** The same of all conversations. */
  readonly heldReplies: Asked<Readonly<Record<never, never>>, readonly MessageAnchor[]>;
  /** A delivery or an action of it has not ended. */
  readonly isBusy: Asked<{ readonly ref: ConversationRef }, boolean>;
  readonly renewal: Asked<{ readonly ref: ConversationRef }, Renewal | null>;
  readonly renewalByLocalId: Asked<ByLocalId, Renewal | null>;
  /** Conversations whose renewal has a turn that is due. */
  readonly dueRenewals: Asked<{ readonly now: number } & Some, readonly ConversationKey[]>;
  /** A renewal with a turn that is due, and what says whether its conversation is at rest. */
  readonly dueRenewal: Asked<
    { readonly conversationKey: ConversationKey; readonly now: number },
    {
      readonly renewal: Renewal;
      readonly conversation: Conversation;
      /** Of the newest reply. */
      readonly anchorId: string | null;
      /** A delivery or an action has not ended. */
      readonly isBusy: boolean;
    } | null
  >;
  readonly activeRenewals: Asked<Readonly<Record<never, never>>, readonly Renewal[]>;
  /** Draining ones in which everything has ended. */
  readonly drained: Asked<Some, readonly ConversationKey[]>;
  /** The conversation, if it is one of those. */
  readonly drainedConversation: Asked<
    { readonly conversationKey: ConversationKey },
    Conversation | null
  >;
  /** Live replies since a person last spoke, the latest first, and what each was answered. */
  readonly recentRounds: Asked<Refs & { readonly limit: number }, readonly Round[]>;
  readonly userTurn: Asked<Refs & { readonly userMessageId: string }, UserTurn | null>;
  /** Ids of its actions that run now. */
  readonly runningOf: Asked<ByLocalId, readonly string[]>;
  readonly setting: Asked<{ readonly name: string }, Setting | null>;
  readonly idempotencyKey: Asked<{ readonly key: string }, IdempotencyKey | null>;
  readonly client: Asked<{ readonly clientId: string }, Client | null>;
  readonly pairedClients: Asked<Readonly<Record<never, never>>, readonly Client[]>;
}
