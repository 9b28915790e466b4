import type {
  ConversationKey,
  ConversationRef,
} from '../../../../shared/model/conversation-key.ts';
import type { WaitingFrame } from '../../engine/plan.ts';
import type { Asked } from '../../engine/query.ts';
import type { Some } from '../../engine/some.ts';
import type { Conversation, ConversationAlias, MessageAnchor, Renewal, UserTurn } from './rows.ts';

export interface Refs {
  readonly refs: readonly ConversationRef[];
}

interface ByLocalId {
  readonly localConversationId: string;
}

export interface ConversationsQueries {
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
  /** A delivery or an action of it has not ended. */
  readonly isBusy: Asked<{ readonly ref: ConversationRef }, boolean>;
  readonly renewal: Asked<{ readonly ref: ConversationRef }, Renewal | null>;
  readonly renewalByLocalId: Asked<ByLocalId, Renewal | null>;
  /** Draining ones in which everything has ended. */
  readonly drained: Asked<Some, readonly ConversationKey[]>;
  /** The conversation, if it is one of those. */
  readonly drainedConversation: Asked<
    { readonly conversationKey: ConversationKey },
    Conversation | null
  >;
  readonly userTurn: Asked<Refs & { readonly userMessageId: string }, UserTurn | null>;
  /** Ids of its actions that run now. */
  readonly runningOf: Asked<ByLocalId, readonly string[]>;
  /** Frames that wait for browsers and tell of it, or of a delivery into it. */
  readonly framesAbout: Asked<ByLocalId, readonly WaitingFrame[]>;
}

/** A conversation as people are told of it. */
export interface Place {
  readonly conversation: Conversation;
  /** Where a page of it was seen last; null: that is not known. */
  readonly pageUrl: string | null;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends ConversationsQueries {}
}
