import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../../engine/query.ts';
import type { Memory, MemoryItem, MemoryKind } from './rows.ts';

/** A memory with what it holds now. */
export interface MemoryNow {
  /** Null: nothing was ever noted. */
  readonly memory: Memory | null;
  /** Active and done ones, the oldest first. */
  readonly items: readonly MemoryItem[];
}

export interface MemoryQueries {
  /** Items that hold all of the words, the newest first; `"words in quotes"` stand next to each other. */
  readonly memoryFound: QueryType<
    {
      readonly conversationKey: ConversationKey;
      readonly words: string;
      /** Null: of any kind. */
      readonly kinds: readonly MemoryKind[] | null;
      readonly limit: number;
    },
    readonly MemoryItem[]
  >;
  readonly memoryNow: QueryType<{ readonly conversationKey: ConversationKey }, MemoryNow>;
  /** Those of the named ones that are there, whatever their state. */
  readonly memoryItems: QueryType<
    { readonly conversationKey: ConversationKey; readonly itemIds: readonly string[] },
    readonly MemoryItem[]
  >;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends MemoryQueries {}
}
