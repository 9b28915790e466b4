import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import type { ConductorBusinessFrame, Unsent } from '../../../shared/protocol/index.ts';
import { type Handle, handle } from './handle.ts';
import type { TableHandle } from './tables.ts';

declare const MADE: unique symbol;

/** Exists in the type alone: nothing but the functions of this file makes a change or an effect. */
interface Made {
  readonly [MADE]: true;
}

/** A row that is added. The commit fails if a row of that key exists. */
interface Insert extends Made {
  readonly op: 'insert';
  readonly table: string;
  readonly row: object;
}

/** Fields of a row that are set. */
interface Update extends Made {
  readonly op: 'update';
  readonly table: string;
  readonly row: object;
  readonly set: object;
}

/** A row that is deleted. */
interface Remove extends Made {
  readonly op: 'remove';
  readonly table: string;
  readonly row: object;
}

/** A change of more than a row. */
interface Special extends Made {
  readonly op: 'special';
  readonly change: string;
  readonly with: object;
}

/** A change of one row. */
export type RowChange = Insert | Update | Remove;

/**
 * A change of rows. An update names the version it was decided on: if the row has another version by then, the whole
 * step fails and changes nothing.
 */
export type Change = RowChange | Special;

/** A change of more than a row, as a feature declares it. */
export type ChangeHandle<With> = Handle<With, Change>;

/**
 * Declares a change of more than a row. Every feature declares its own in its `changes.ts`, and says in `changes.sqlite.ts`
 * how they are made.
 */
export function change<With>(id: string): ChangeHandle<With> {
  return handle(id, (given = {}) => ({ op: 'special', change: id, with: given }));
}

/** Drops all frames that wait for a browser; null: for all browsers. */
export const forgetFrames = change<{ readonly clientId: string | null }>('forgetFrames');

/** Replaces frames that wait for a browser; they keep their numbers. */
export const replaceFrames = change<{ readonly frames: readonly WaitingFrame[] }>('replaceFrames');

/** The change that adds a row. The commit fails if a row of that key exists. */
export function insert<Row extends object>(table: TableHandle<Row>, row: NoInfer<Row>): Change {
  return made({ op: 'insert', table: table.id, row });
}

/** The change that sets fields of a row and raises its version. */
export function update<Row extends object>(
  table: TableHandle<Row>,
  row: NoInfer<Row>,
  set: Partial<Omit<NoInfer<Row>, 'version'>>,
): Change {
  return made({ op: 'update', table: table.id, row, set });
}

/** The change that deletes a row. */
export function remove<Row extends object>(table: TableHandle<Row>, row: NoInfer<Row>): Change {
  return made({ op: 'remove', table: table.id, row });
}

/** The fields that a change sets in a row of that table; null: it is no update of one. */
export function fieldsSet<Row>(change: Change, { id }: TableHandle<Row>): Partial<Row> | null {
  return change.op === 'update' && change.table === id ? (change.set as Partial<Row>) : null;
}

function made(change: object): Change {
  return change as Change;
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

/** Effect after a commit. A crash may lose it: start-up derives it from the rows again. */
export interface Effect extends Made {
  readonly kind: string;
}

/** An effect that a feature declares. */
export type EffectHandle<With> = Handle<With, Effect & With>;

/** Declares an effect. Every feature declares its own in its `effects.ts`; those that start handle it (`on`). */
export function effect<With>(id: string): EffectHandle<With> {
  return handle(id, (given) => ({ ...given, kind: id }));
}

/** A number from a site or a browser was unreasonable, and another one was used. The log says so as well. */
export const numberClamped = effect<{
  /** The field of the frame. */
  readonly field: string;
  readonly subjectId: string;
  readonly told: number;
  readonly kept: number;
}>('numberClamped');

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
