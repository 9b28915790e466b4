import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../engine/query.ts';
import type { MessageAnchor, Refs } from '../conversations/feature.ts';
import type { DeliveryJob } from '../deliveries/feature.ts';
import type { Round, Said } from './loop-breaker.ts';
import type { SaidTurn } from './second-reply.ts';

/** Open work of replies. */
export interface StillToCome {
  /** Replies with actions that have no result yet. */
  readonly replies: readonly MessageAnchor[];
  /** Deliveries of results that nobody has begun to send. */
  readonly results: readonly DeliveryJob[];
}

/** The queries of this feature, by name. */
export interface RepliesQueries {
  /**
   * The newest reply of the conversation, where it was live, nobody has spoken since, it holds actions, no instruction
   * was made of them, and neither it nor the conversation serves an agent; null: there is none.
   */
  readonly heldReply: QueryType<{ readonly ref: ConversationRef }, MessageAnchor | null>;
  /** The same of all conversations. */
  readonly heldReplies: QueryType<Readonly<Record<never, never>>, readonly MessageAnchor[]>;
  /**
   * Live replies since a person last spoke, the latest first, and what each was answered. None where the reply says
   * something else than the latest two: it repeats nothing then.
   */
  readonly recentRounds: QueryType<
    Refs & { readonly limit: number; readonly reply: Said },
    readonly Round[]
  >;
  /** The last two turns of each conversation that is named, of a person or of Baton. */
  readonly newestTurns: QueryType<Refs, readonly SaidTurn[]>;
  /** Replies among the last of the conversations that say exactly this, the newest first. */
  readonly equalReplies: QueryType<Refs & { readonly rawText: string }, readonly MessageAnchor[]>;
  /** Open work of the replies of the conversation. */
  readonly stillToCome: QueryType<Refs, StillToCome>;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends RepliesQueries {}
}
