import type { ConversationRef } from '../../../../shared/model/conversation-key.ts';
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
  readonly anchor: Asked<Refs & { readonly assistantMessageId: string }, MessageAnchor | null>;
  readonly anchorById: Asked<{ readonly anchorId: string }, MessageAnchor | null>;
  readonly renewal: Asked<{ readonly ref: ConversationRef }, Renewal | null>;
  readonly renewalByLocalId: Asked<ByLocalId, Renewal | null>;
  /** Active ones whose next turn is due, with what says whether their conversation is at rest. */
  readonly dueRenewals: Asked<
    { readonly now: number; readonly limit: number },
    readonly {
      readonly renewal: Renewal;
      readonly conversation: Conversation;
      /** Of the newest reply. */
      readonly anchorId: string | null;
      /** A delivery or an action has not ended. */
      readonly isBusy: boolean;
    }[]
  >;
  readonly activeRenewals: Asked<Readonly<Record<never, never>>, readonly Renewal[]>;
  /** Draining ones in which everything has ended. */
  readonly drained: Asked<{ readonly limit: number }, readonly Conversation[]>;
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
