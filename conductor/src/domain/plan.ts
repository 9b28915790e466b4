import type { ConductorBusinessFrame, Unsent } from '../../../shared/protocol/index.ts';
import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import type { TableName, Tables } from './rows.ts';

/**
 * A row change. An update names the version it was decided on: if the row has moved on, the whole step
 * fails and nothing of it is kept.
 */
export type Change = { [T in TableName]: Insert<T> | Update<T> }[TableName] | MergeConversation;

interface Insert<T extends TableName> {
  readonly op: 'insert';
  readonly table: T;
  readonly row: Tables[T];
}

interface Update<T extends TableName> {
  readonly op: 'update';
  readonly table: T;
  readonly row: Tables[T];
  readonly set: Partial<Omit<Tables[T], 'version'>>;
}

/**
 * Two keys turned out to be one conversation. All that belongs to `from` moves to `into`, `from` becomes
 * an alias. An anchor that both have is kept once, with the instructions of both.
 */
interface MergeConversation {
  readonly op: 'merge_conversation';
  readonly from: ConversationKey;
  readonly into: ConversationKey;
  readonly at: number;
}

export function insert<T extends TableName>(table: T, row: Tables[T]): Change {
  return { op: 'insert', table, row } as Change;
}

export function update<T extends TableName>(
  table: T,
  row: Tables[T],
  set: Partial<Omit<Tables[T], 'version'>>,
): Change {
  return { op: 'update', table, row, set } as Change;
}

/** A line of the audit trail: what happened, to what, when, by whom. Append-only, never a message's text. */
export interface AuditEvent {
  readonly type: `${string}.${string}`;
  readonly subjectId: string;
  readonly conversationKey: ConversationKey | null;
  readonly actor: 'conductor' | 'person' | `client:${string}`;
  readonly at: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What is to happen after the commit. Lost in a crash without harm: start-up derives it from the rows. */
export type Effect =
  | { readonly kind: 'dispatch' }
  | { readonly kind: 'run_instructions'; readonly anchorId: string }
  | { readonly kind: 'conversation_changed'; readonly conversationKey: ConversationKey }
  | {
      readonly kind: 'conversation_merged';
      readonly from: ConversationKey;
      readonly into: ConversationKey;
    };

/** A frame for a browser's durable outbox, numbered by the store. */
export interface OutgoingFrame {
  readonly clientId: string;
  readonly frame: Unsent<ConductorBusinessFrame>;
}

/** All that one step changes. Committed whole or not at all; effects run after the commit. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly frames: readonly OutgoingFrame[];
  readonly events: readonly AuditEvent[];
  readonly effects: readonly Effect[];
}

export const NOTHING: Plan = { changes: [], frames: [], events: [], effects: [] };

export function plan(parts: Partial<Plan>): Plan {
  return { ...NOTHING, ...parts };
}

export function joinPlans(...plans: readonly Plan[]): Plan {
  return {
    changes: plans.flatMap((p) => p.changes),
    frames: plans.flatMap((p) => p.frames),
    events: plans.flatMap((p) => p.events),
    effects: plans.flatMap((p) => p.effects),
  };
}
