import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { query } from '../../../../engine/query.ts';
import type { Memory, MemoryItem, MemoryKind } from './rows.ts';

/** A memory with what it holds now. */
export interface MemoryNow {
  /** Null: nothing was ever noted. */
  readonly memory: Memory | null;
  /** Active and done ones, the oldest first. */
  readonly items: readonly MemoryItem[];
}

/** Items that hold all of the words, the newest first; `"words in quotes"` stand next to each other. */
export const memoryFound = query<
  {
    readonly conversationKey: ConversationKey;
    readonly words: string;
    /** Null: of any kind. */
    readonly kinds: readonly MemoryKind[] | null;
    readonly limit: number;
  },
  readonly MemoryItem[]
>('memoryFound');

export const memoryNow = query<{ readonly conversationKey: ConversationKey }, MemoryNow>(
  'memoryNow',
);
/** Those of the named ones that are there, whatever their state. */
export const memoryItems = query<
  { readonly conversationKey: ConversationKey; readonly itemIds: readonly string[] },
  readonly MemoryItem[]
>('memoryItems');
