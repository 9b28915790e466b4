import type { Plan } from './plan.ts';
import type { Found, Queries } from './query.ts';

/** What a step decided: the plan to commit, and what its caller is told once it is committed. */
export interface Decision<Outcome> {
  readonly plan: Plan;
  readonly outcome: Outcome;
}

/**
 * One change of state: say which rows, decide purely and synchronously, commit the plan
 * with its audit events, and only then run the effects.
 */
export interface Step<Input, Q extends Queries, Outcome> {
  readonly name: string;
  load(input: Input): Q;
  decide(rows: Found<Q>, input: Input): Decision<Outcome>;
}

/** The step as it is written; what its queries find follows from what `load` names. */
export function defineStep<Input, Q extends Queries, Outcome>(
  step: Step<Input, Q, Outcome>,
): Step<Input, Q, Outcome> {
  return step;
}

/** Another program holds the write lock, the disk has no room, or something else. */
export type CommitFault = 'store_locked' | 'disk_full' | 'internal';

/** The commit failed as a whole (a full disk, a store that closes): nothing is kept, and asking again may succeed. */
export class NotCommitted extends Error {
  readonly code: CommitFault;

  constructor(message: string, options: ErrorOptions & { readonly code?: CommitFault } = {}) {
    super(message, options);
    this.code = options.code ?? 'internal';
  }
}

/** The data can only be read: a newer Baton wrote it. */
export class ReadOnly extends Error {
  readonly code = 'read_only';

  constructor(step: string) {
    super(`${step}: a newer Baton wrote the data; this one can only read it. Update Baton.`);
  }
}

/**
 * Runs steps. Resolves after the commit is durable; rejects, and keeps nothing, when `decide` throws, and
 * with NotCommitted when the commit fails.
 */
export interface StepRunner {
  run<Input, Q extends Queries, Outcome>(
    step: Step<Input, Q, Outcome>,
    input: Input,
  ): Promise<Outcome>;
}
