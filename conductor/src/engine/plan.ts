import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import type { ConductorBusinessFrame, Unsent } from '../../../shared/protocol/index.ts';
import type { TableName, Tables } from './tables.ts';

/**
 * A change of rows. An update names the version it was decided on: if the row has another version by then, the whole
 * step fails and changes nothing.
 */
export type Change =
  | { [T in TableName]: Insert<T> | Update<T> | Remove<T> }[TableName]
  | { [O in keyof Changes]: { readonly op: O } & Changes[O] }[keyof Changes];

/** Changes of more than a row, by their op. Every feature adds its own in its
 * `changes.ts`, and says in `changes.sqlite.ts` how they are made. */
export interface Changes {
  /** Drops all frames that wait for a browser; null: for all browsers. */
  forget_frames: { readonly clientId: string | null };
  /** Replaces frames that wait for a browser; they keep their numbers. */
  replace_frames: { readonly frames: readonly WaitingFrame[] };
}

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

interface Remove<T extends TableName> {
  readonly op: 'remove';
  readonly table: T;
  readonly row: Tables[T];
}

/** The change that adds a row. The commit fails if a row of that key exists. */
export function insert<T extends TableName>(table: T, row: Tables[T]): Change {
  return { op: 'insert', table, row } as Change;
}

/** The change that sets fields of a row and raises its version. */
export function update<T extends TableName>(
  table: T,
  row: Tables[T],
  set: Partial<Omit<Tables[T], 'version'>>,
): Change {
  return { op: 'update', table, row, set } as Change;
}

/** The change that deletes a row. */
export function remove<T extends TableName>(table: T, row: Tables[T]): Change {
  return { op: 'remove', table, row } as Change;
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

/** Effects that may follow a commit, by kind. Every feature adds its own in its `effects.ts`. */
export interface Effects {
  /** A number from a site or a browser was unreasonable, and another one was used. The log says so as well. */
  number_clamped: {
    /** The field of the frame. */
    readonly field: string;
    readonly subjectId: string;
    readonly told: number;
    readonly kept: number;
  };
}

/** Effect after a commit. A crash may lose it: start-up derives it from the rows again. */
export type Effect<Kind extends keyof Effects = keyof Effects> = {
  [K in Kind]: { readonly kind: K } & Effects[K];
}[Kind];

/** A frame for a browser's durable outbox, numbered by the store. */
export interface OutgoingFrame {
  readonly clientId: string;
  readonly frame: Unsent<ConductorBusinessFrame>;
  /** Frames of that type about the same job or call that still wait for the browser: this frame takes their place. */
  readonly insteadOf?: { readonly type: ConductorBusinessFrame['type'] } & (
    | { readonly job_id: string }
    | { readonly call_id: string }
  );
}

/** A frame that waits for a browser, with its number. */
export interface WaitingFrame {
  readonly clientId: string;
  readonly seq: number;
  readonly frame: Unsent<ConductorBusinessFrame>;
}

/** All that one step changes. It is committed as a whole or not at all; effects run after the commit. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly frames: readonly OutgoingFrame[];
  readonly events: readonly AuditEvent[];
  readonly effects: readonly Effect[];
}

/** The plan that changes nothing. */
export const NOTHING: Plan = { changes: [], frames: [], events: [], effects: [] };

/** A plan with these parts; parts that are left out are empty. */
export function plan(parts: Partial<Plan>): Plan {
  return { ...NOTHING, ...parts };
}

/** One plan of several, their changes in order. */
export function joinPlans(...plans: readonly Plan[]): Plan {
  return {
    changes: plans.flatMap((p) => p.changes),
    frames: plans.flatMap((p) => p.frames),
    events: plans.flatMap((p) => p.events),
    effects: plans.flatMap((p) => p.effects),
  };
}
