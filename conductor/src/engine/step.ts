import type { Plan } from './plan.ts';
import type { Found, Queries } from './query.ts';

/** Decision of a step: the plan to commit, and the outcome for its caller after the commit. */
export interface Decision<Outcome> {
  readonly plan: Plan;
  readonly outcome: Outcome;
}

/**
 * One change of state: `load` names the rows, `decide` makes a plan of them, purely and synchronously; the store
 * commits the plan, and runs its effects after that.
 */
export interface Step<Input, Q extends Queries, Outcome> {
  readonly name: string;
  /** Decided after the others of its commit: it looks for what they left. Default false. */
  readonly last?: boolean;
  load(input: Input): Q;
  decide(rows: Found<Q>, input: Input): Decision<Outcome>;
}

/** Declares a step. The types of its rows follow from the queries that `load` names. */
export function defineStep<Input, Q extends Queries, Outcome>(
  step: Step<Input, Q, Outcome>,
): Step<Input, Q, Outcome> {
  return step;
}

/** Why a commit failed: another program holds the write lock, the disk is full, its files are gone, or something else. */
export type CommitFault = 'store_locked' | 'disk_full' | 'store_gone' | 'internal';

/**
 * The commit failed as a whole (a full disk, a store that closes): nothing was stored, and another attempt may succeed.
 */
export class NotCommitted extends Error {
  readonly code: CommitFault;

  constructor(message: string, options: ErrorOptions & { readonly code?: CommitFault } = {}) {
    super(message, options);
    this.code = options.code ?? 'internal';
  }
}

/** A newer Baton wrote the data, so that this one can only read it. */
export class ReadOnly extends Error {
  readonly code = 'read_only';

  constructor(step: string) {
    super(`${step}: a newer Baton wrote the data; this one can only read it. Update Baton.`);
  }
}

/**
 * Runs steps. Resolves with the outcome once the commit is durable. Rejects if `decide` throws, and with NotCommitted
 * if the commit fails; nothing is stored then.
 */
export interface StepRunner {
  run<Input, Q extends Queries, Outcome>(
    step: Step<Input, Q, Outcome>,
    input: Input,
  ): Promise<Outcome>;
}
