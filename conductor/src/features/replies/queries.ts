import type { ConversationRef } from '../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../engine/query.ts';
import type { MessageAnchor, Refs } from '../conversations/feature.ts';
import type { Round, Said } from './loop-breaker.ts';

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
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends RepliesQueries {}
}
