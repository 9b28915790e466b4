import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { MemoryItemStatus } from './memory-item.machine.ts';
import { table } from '../../../../engine/tables.ts';

/** Kinds of items that an agent notes. */
export const MEMORY_KINDS = ['goals', 'decisions', 'todos', 'facts', 'open_questions'] as const;

export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Memory of a session. Its version is named by each change to it. */
export interface Memory {
  readonly conversationKey: ConversationKey;
  /** Number of the next item. No number is used twice. */
  readonly nextNumber: number;
  /** The newest changes, by the id of whoever made them: one that is made again after a crash is none. */
  readonly recentChanges: readonly string[];
  readonly updatedAt: number;
  readonly version: number;
}

/** One goal, decision, todo, fact or open question. */
export interface MemoryItem {
  /** Id among the items of all memories. */
  readonly itemKey: string;
  /** Within its memory, as `d4`. */
  readonly itemId: string;
  readonly conversationKey: ConversationKey;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly note: string | null;
  readonly status: MemoryItemStatus;
  /** The item that took its place. */
  readonly supersededBy: string | null;
  /** Who brought it, or changed it last. */
  readonly changedBy: 'agent' | 'person';
  /** Why it was removed. */
  readonly why: string | null;
  /** The version of the memory that its last change made. */
  readonly changedIn: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

export const MEMORIES = table<Memory>('memories');

export const MEMORY_ITEMS = table<MemoryItem>('memoryItems');
