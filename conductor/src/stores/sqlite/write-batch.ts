import type { Effect } from '../../engine/plan.ts';
import type { Queries } from '../../engine/query.ts';
import type { Clock } from '../../engine/runtime.ts';
import type { Step } from '../../engine/step.ts';
import { isOfTheMachine } from './commit-faults.ts';
import { commitPlan } from './commit-plan.ts';
import type { Db } from './open-database.ts';
import { runQueries } from './run-queries.ts';
import type { SqliteImplementation } from './sqlite-implementation.ts';
import type { WorkingSet } from './working-set.ts';

/** A step that was asked for, and who waits for it. */
export interface Waiting {
  readonly step: Step<unknown, Queries, unknown>;
  readonly input: unknown;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (cause: unknown) => void;
  /** Is told of the outcome before the commit, once: null after that. */
  decided: ((outcome: unknown) => void) | null;
}

/** Results of steps: nobody may hear of them before they are on disk. */
export interface Written {
  /** Tells each of those who wait what became of their step. */
  readonly settle: (() => void)[];
  readonly effects: Effect[];
  /** The browsers that got frames. */
  readonly clientIds: Set<string>;
  isChanged: boolean;
}

/**
 * Decides steps and writes their plans into the transaction under way, on the same connection for all. A step that fails
 * keeps nothing and hurts no other. Throws what is the machine's fault; the transaction may be rolled back then.
 */
export function createBatchWriter(
  db: Db,
  parts: SqliteImplementation,
  now: Clock,
  workingSet: WorkingSet | undefined,
): (batch: readonly Waiting[], first: () => void) => Written {
  const begin = db.$client.prepare('begin immediate');
  const rollback = db.$client.prepare('rollback');
  const savepoint = db.$client.prepare('savepoint step');
  const release = db.$client.prepare('release step');
  const undo = db.$client.prepare('rollback to step');

  function isOfTheBatch(cause: unknown): boolean {
    // A full disk rolls the whole transaction back by itself, or one statement: no step is kept then, or at fault.
    return !db.$client.inTransaction || isOfTheMachine(cause);
  }

  function write(one: Waiting, written: Written): void {
    const { step, input, resolve, decided } = one;
    const { plan, outcome } = step.decide(runQueries(db, parts.queries, step.load(input)), input);
    commitPlan(db, parts, plan, now());
    written.isChanged ||= plan.changes.length + plan.frames.length + plan.events.length > 0;
    written.effects.push(...plan.effects);
    for (const { clientId } of plan.frames) written.clientIds.add(clientId);
    written.settle.push(() => resolve(outcome));
    one.decided = null;
    decided?.(outcome);
  }

  function writeGuarded(one: Waiting, written: Written): void {
    savepoint.run();
    try {
      write(one, written);
    } catch (cause) {
      if (isOfTheBatch(cause)) throw cause;
      undo.run();
      workingSet?.forget();
      written.settle.push(() => one.reject(cause));
    }
    release.run();
  }

  function writeAll(batch: readonly Waiting[], each: typeof write): Written {
    const written: Written = { settle: [], effects: [], clientIds: new Set(), isChanged: false };
    for (const one of inOrder(batch)) each(one, written);
    return written;
  }

  /** @param first Is written before the steps, in the same transaction. */
  return (batch, first) => {
    workingSet?.begin();
    first();
    try {
      return writeAll(batch, write);
    } catch (cause) {
      if (isOfTheBatch(cause)) throw cause;
    }
    // Behind a savepoint SQLite keeps each page as it was before, which costs more than the rows: so only now, when it
    // is known that a step fails, each is decided again behind one of its own.
    rollback.run();
    begin.run();
    workingSet?.begin();
    first();
    return writeAll(batch, writeGuarded);
  };
}

/** As they are decided. The batch grows meanwhile, by the steps that those who are told of one ask for. */
function* inOrder(batch: readonly Waiting[]): Generator<Waiting> {
  const isLast = ({ step }: Waiting): boolean => step.last === true;
  for (const one of batch) if (!isLast(one)) yield one;
  const asked = batch.length;
  yield* batch.filter(isLast);
  for (let next = asked; next < batch.length; next += 1) yield batch[next] as Waiting;
}
