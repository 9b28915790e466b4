import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { MemoryItemStatus } from './memory-item.machine.ts';

/** What an agent notes, by what it is. */
export const MEMORY_KINDS = ['goals', 'decisions', 'todos', 'facts', 'open_questions'] as const;

export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** That a session has a memory. Its version is the one that whoever changes the memory names. */
export interface Memory {
  readonly conversationKey: ConversationKey;
  /** Of the next item. No number is used twice. */
  readonly nextNumber: number;
  /** The newest changes, by the id of whoever made them: one that is made again after a crash is none. */
  readonly recentChanges: readonly string[];
  readonly updatedAt: number;
  readonly version: number;
}

/** One goal, decision, todo, fact or open question. */
export interface MemoryItem {
  /** Of all memories. */
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

export interface MemoryTables {
  memories: Memory;
  memoryItems: MemoryItem;
}

declare module '../../../../engine/tables.ts' {
  interface Tables extends MemoryTables {}
}
