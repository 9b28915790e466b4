import type { Handler, Operation } from '../../../shared/api/operation.ts';
import type { FrameHandlers } from './frames.ts';
import type { Given } from './given.ts';
import type { Meter } from './metrics.ts';
import type { EffectHandler } from './effects.ts';
import type { Reader } from './query.ts';
import type { RowSteps } from './row-steps.ts';
import type { Clock, IdSource, Log, Store } from './runtime.ts';
import type { Sweep } from './scheduler.ts';

/** Flags of the conductor that features use. Durations are milliseconds. */
export interface StartSettings {
  readonly leaseMs: number;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
  readonly maxConversations: number;
  readonly pacing: 'on' | 'off';
}

/** Services that every feature gets when it is started. */
export interface Kit {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  /** A monotonic clock, in milliseconds since any moment. */
  readonly steadyNow: () => number;
  readonly newId: IdSource;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly settings: StartSettings;
  /** Version of Baton. */
  readonly version: string;
  /** True if a newer Baton wrote the data: nothing can be written then. */
  readonly readOnly: boolean;
  readonly given: Given;
  readonly meter: Meter;
  /** Runs work row by row, each row in a step of its own. `work` names it in the log and the metrics. */
  readonly rowSteps: (work: string) => RowSteps;
  /** Counts a row that failed, in work that continues with the other rows. */
  readonly rowFailed: (work: string) => void;
  /** The port of an earlier feature. Throws if it does not run yet. */
  use<Provided>(feature: Feature<Provided>): Provided;
}

/** Operations by their id. */
export type Operations = Readonly<Record<string, Operation>>;

/** A handler for each operation. */
export type HandlersOf<Ops extends Operations> = { readonly [Id in keyof Ops]: Handler<Ops[Id]> };

/** A feature that was started. */
export interface Running<Provided> {
  /** The port: what later features and the edges may use. */
  readonly provides: Provided;
  /** Handlers of its operations, by operation id. */
  readonly handlers?: Readonly<Record<string, unknown>>;
  /** Handlers of frames of browsers, by the type of the frame. */
  readonly frames?: FrameHandlers;
  readonly effects?: readonly EffectHandler[];
  /** Work that is due by time alone. */
  readonly sweeps?: readonly Sweep[];
  /** Called before anyone can connect: resumes or ends what was under way when the last conductor ended. */
  recover?(): Promise<void>;
  /** Called once clients can connect. */
  begin?(): void;
  /** Called before the edges close: whoever waits for something gets an answer now. */
  letGo?(): void;
  /** Ends what the feature started. Features stop in the reverse of their order. */
  stop?(): Promise<void> | void;
  /** Parts that take frames and effects, sweep, recover and stop by themselves; their handlers are the feature's. */
  readonly parts?: readonly Running<unknown>[];
}

/**
 * A capability of the conductor, as data: its tables and queries in each store, its operations, and how it is started.
 * Only the store knows what `Sqlite` is.
 */
export interface Feature<Provided = unknown, Sqlite = unknown> {
  readonly name: string;
  readonly operations: Operations;
  /** Tables, queries and changes of the feature in SQLite, by part; left out if it has none. */
  readonly sqlite?: Sqlite | readonly Sqlite[];
  start(kit: Kit): Running<Provided> | Promise<Running<Provided>>;
}

/** A running feature that handles all of these operations. */
export type Handling<Provided, Ops extends Operations> = Running<Provided> & {
  readonly handlers: HandlersOf<Ops>;
};

/** Declares a feature. The types require a handler for each of its operations. */
export function feature<Provided, Ops extends Operations, Sqlite = never>(parts: {
  readonly name: string;
  readonly operations: Ops;
  readonly sqlite?: Sqlite | readonly Sqlite[];
  start(kit: Kit): Handling<Provided, Ops> | Promise<Handling<Provided, Ops>>;
}): Feature<Provided, Sqlite>;
export function feature<Provided, Sqlite = never>(parts: {
  readonly name: string;
  readonly sqlite?: Sqlite | readonly Sqlite[];
  start(kit: Kit): Running<Provided> | Promise<Running<Provided>>;
}): Feature<Provided, Sqlite>;
export function feature(parts: Partial<Feature> & Omit<Feature, 'operations'>): Feature {
  return { operations: {}, ...parts };
}
