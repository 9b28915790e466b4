import type { Handler, Operation } from '../../../shared/api/operation.ts';
import type { FrameHandlers } from './frames.ts';
import type { Meter } from './metrics.ts';
import type { Effects } from './plan.ts';
import type { Reader } from './query.ts';
import type { RowSteps } from './row-steps.ts';
import type { Clock, IdSource, Log, Store } from './runtime.ts';
import type { Sweep } from './scheduler.ts';

/** What the conductor was started with, as far as features go by it. Durations in milliseconds. */
export interface StartSettings {
  readonly leaseMs: number;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
  readonly maxConversations: number;
  readonly pacing: 'on' | 'off';
}

/** What features need of what stands beside them: folders, secrets, the edges. Every feature adds what it needs. */
export interface Given {
  readonly version: string;
  /** A newer Baton wrote the data: it can be looked at, and nothing else. */
  readonly readOnly: boolean;
}

/** All that a feature is started with. */
export interface Kit {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly steadyNow: () => number;
  readonly newId: IdSource;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly settings: StartSettings;
  readonly given: Given;
  readonly meter: Meter;
  /** For work of which each row is a step of its own; the name is for log and metrics. */
  readonly rowSteps: (work: string) => RowSteps;
  /** A row failed in work that continues with the others. */
  readonly rowFailed: (work: string) => void;
  /** What a feature that stands before this one provides. */
  use<Provided>(feature: Feature<Provided>): Provided;
}

/** Operations by their id. */
export type Operations = Readonly<Record<string, Operation>>;

/** What handles each operation. */
export type HandlersOf<Ops extends Operations> = { readonly [Id in keyof Ops]: Handler<Ops[Id]> };

/** What a feature does after a commit; several features may hear of one effect, in their order. */
export type EffectHandlers = {
  readonly [Kind in keyof Effects]?: (effect: Effects[Kind]) => void;
};

/** A feature that runs. */
export interface Running<Provided> {
  /** What the features after it may use. */
  readonly provides: Provided;
  /** By operation id. */
  readonly handlers?: Readonly<Record<string, unknown>>;
  /** By type: what takes the frames of browsers. */
  readonly frames?: FrameHandlers;
  readonly effects?: EffectHandlers;
  /** What only time brings. */
  readonly sweeps?: readonly Sweep[];
  /** Before anyone can connect: what was under way when the last conductor ended. */
  recover?(): Promise<void>;
  /** Once it can be connected to. */
  begin?(): void;
  /** Nobody may wait for anything any more: the edges close next. */
  letGo?(): void;
  /** Ends what runs. Features stop in the reverse of their order. */
  stop?(): Promise<void> | void;
}

/**
 * A capability of the conductor, as data: what it has in each engine's store, what can be asked of it, and how it is
 * started. `Sqlite` is the store's business.
 */
export interface Feature<Provided = unknown, Sqlite = unknown> {
  readonly name: string;
  readonly operations: Operations;
  /** What it has in SQLite; nothing where it only makes something of what others have. */
  readonly sqlite?: Sqlite;
  start(kit: Kit): Running<Provided> | Promise<Running<Provided>>;
}

/** A running feature that handles all of these operations. */
export type Handling<Provided, Ops extends Operations> = Running<Provided> & {
  readonly handlers: HandlersOf<Ops>;
};

/** Keeps the types of a feature, and sees to it that it handles each of its operations. */
export function feature<Provided, Ops extends Operations, Sqlite = never>(parts: {
  readonly name: string;
  readonly operations: Ops;
  readonly sqlite?: Sqlite;
  start(kit: Kit): Handling<Provided, Ops> | Promise<Handling<Provided, Ops>>;
}): Feature<Provided, Sqlite>;
export function feature<Provided, Sqlite = never>(parts: {
  readonly name: string;
  readonly sqlite?: Sqlite;
  start(kit: Kit): Running<Provided> | Promise<Running<Provided>>;
}): Feature<Provided, Sqlite>;
export function feature(parts: Partial<Feature> & Omit<Feature, 'operations'>): Feature {
  return { operations: {}, ...parts };
}
