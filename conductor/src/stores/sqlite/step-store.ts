import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';

import type { Effect } from '../../engine/plan.ts';
import type { Clock, Store } from '../../engine/runtime.ts';
import type { Queries } from '../../engine/query.ts';
import { type CommitFault, NotCommitted, ReadOnly, type Step } from '../../engine/step.ts';
import type { SqliteImplementation } from './sqlite-implementation.ts';
import { FilesGone, isOfARow, notCommitted } from './commit-faults.ts';
import { watchFilesInPlace } from './files-in-place.ts';
import type { Db } from './open-database.ts';
import { preparedQuery } from './prepared-query.ts';
import { outbox } from './tables.ts';
import { type LockWait, startLockWait } from './when-unlocked.ts';
import { useWorkingSet } from './working-set.ts';
import { createBatchWriter, type Waiting, type Written } from './write-batch.ts';

/**
 * The durable memory of the conversation layer. All that is asked for in one turn of the event loop
 * commits in one transaction; nobody hears of a step before its commit is on disk. While another program holds the write
 * lock, steps wait, all together and for some seconds at most, and nothing else does.
 */
export interface StepStore extends Store {
  /** The browser has these durable: forget them, at the latest with the next commit that is due anyway. */
  dropAckedFrames(clientId: string, seq: number): void;
  /** Why nothing can be written now; null: as far as is known it can. A full disk is tried again to tell. */
  trouble(): CommitFault | null;
  /** Commits what is waiting and closes. */
  close(): Promise<void>;
}

/** Another program's lock is no trouble before that. */
const LOCK_NOTICED_MS = 1_000;

interface Failure {
  readonly cause: unknown;
  /** A row that cannot be kept, and not the machine. */
  readonly isOfARow: boolean;
}

/** Options and callbacks of commits. */
export interface CommitListener {
  /** File of the lock that keeps other processes from writing: nothing is written while it is not in place. */
  readonly lockFile?: string;
  /** Since when a frame waits is by this clock. */
  readonly now: Clock;
  /** False: every question of a step is a query, which is slower and gives the same. */
  readonly workingSet?: boolean;
  /** A newer Baton wrote the database: every step is refused. */
  readonly readOnly?: boolean;
  /** Called when a commit is on disk, before anyone hears of it, with the names of its steps. */
  committed?(steps: readonly string[], durationMs: number): void;
  /**
   * Called after that with the effects and the browsers that got frames. It must not throw: a fault there
   * is no reason to doubt the commit.
   */
  effects(effects: readonly Effect[], clientIds: ReadonlySet<string>): void;
}

const dropAcked = preparedQuery((db) =>
  db
    .delete(outbox)
    .where(
      and(
        eq(outbox.clientId, sql.placeholder('clientId')),
        lte(outbox.seq, sql.placeholder('seq')),
      ),
    )
    .prepare(),
);

const framesAfter = preparedQuery((db) =>
  db
    .select({ seq: outbox.seq, frameJson: outbox.frameJson })
    .from(outbox)
    .where(
      and(
        eq(outbox.clientId, sql.placeholder('clientId')),
        gt(outbox.seq, sql.placeholder('afterSeq')),
      ),
    )
    .orderBy(asc(outbox.seq))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Runs steps on an open database; it must be the only writer in this process. */
export function createStepStore(
  db: Db,
  parts: SqliteImplementation,
  listener: CommitListener,
): StepStore {
  let waiting: Waiting[] = [];
  /** The steps that are being decided: what is asked for meanwhile belongs to them. */
  let deciding: Waiting[] | null = null;
  let closed = false;
  /** Highest seq each browser has acked since the last commit; its frames go with the next one. */
  const acked = new Map<string, number>();
  /** While another program holds the lock, and somebody waits for it. */
  let lockWait: LockWait | null = null;
  let retry: NodeJS.Timeout | undefined;
  /** When the lock was first found held; null: it was free at the last look. */
  let lockedSince: number | null = null;
  let isFull = false;
  const areInPlace = watchFilesInPlace(db.$client.name, listener.lockFile);
  /** Called when nobody waits any more, once the store is closing. */
  let drained: () => void = () => undefined;

  const begin = db.$client.prepare('begin immediate');
  const commit = db.$client.prepare('commit');
  const rollback = db.$client.prepare('rollback');
  const workingSet = listener.workingSet === false ? undefined : useWorkingSet(db);
  const write = createBatchWriter(db, parts, listener.now, workingSet);

  function flush(): void {
    clearTimeout(retry);
    if (waiting.length === 0 && acked.size === 0) return;
    try {
      begin.run();
    } catch (cause) {
      return waitFor(cause);
    }
    lockWait = null;
    lockedSince = null;
    commitAll(takeAll());
    drained();
  }

  function takeAll(): Waiting[] {
    const batch = waiting;
    waiting = [];
    return batch;
  }

  /** All that wait are given up together: a later step must not be kept without those before it. */
  function waitFor(cause: unknown): void {
    const fault = notCommitted(cause);
    if (fault.code === 'store_locked') lockedSince ??= performance.now();
    lockWait ??= startLockWait();
    const pauseMs = fault.code === 'store_locked' ? lockWait.nextPause() : null;
    if (pauseMs !== null && waiting.length > 0) {
      retry = setTimeout(flush, pauseMs);
      return;
    }
    lockWait = null;
    giveUp(takeAll(), fault);
    drained(); // guard: given-up-together
  }

  function giveUp(batch: readonly Waiting[], fault: NotCommitted): void {
    if (fault.code === 'disk_full') isFull = true;
    for (const { reject } of batch) reject(fault);
  }

  /** Inside the transaction that has begun. */
  function commitAll(batch: Waiting[]): void {
    const failure = commitTogether(batch);
    if (failure === null) return;
    if (batch.length > 1 && failure.isOfARow) return commitOneByOne(batch);
    giveUp(batch, notCommitted(failure.cause));
  }

  /** Which row it is, the failed commit does not say: the steps with it must not fail for it again and again. */
  function commitOneByOne(batch: readonly Waiting[]): void {
    for (const [index, one] of batch.entries()) {
      const failure = commitAlone(one);
      if (failure === null) continue;
      // What comes behind may not overtake what will be asked for again.
      if (!failure.isOfARow) return giveUp(batch.slice(index), notCommitted(failure.cause));
      one.reject(failure.cause);
    }
  }

  function commitAlone(one: Waiting): Failure | null {
    try {
      begin.run();
    } catch (cause) {
      return { cause, isOfARow: false };
    }
    return commitTogether([one]);
  }

  /**
   * Ends the transaction that has begun. Gives why the commit as a whole failed, and nothing was kept; null: it is on
   * disk, and all have been told.
   */
  function commitTogether(batch: Waiting[]): Failure | null {
    const startedAt = performance.now();
    let committing = false;
    let written: Written;
    try {
      written = decide(batch);
      if (!areInPlace()) throw new FilesGone(); // guard: files-in-place
      committing = true;
      commit.run();
      workingSet?.settled();
    } catch (cause) {
      if (db.$client.inTransaction) rollback.run();
      return { cause, isOfARow: committing && isOfARow(cause) };
    }
    // What changes nothing needs no room.
    if (written.isChanged) isFull = false;
    acked.clear();
    listener.committed?.(
      batch.map(({ step }) => step.name),
      performance.now() - startedAt,
    );
    for (const tell of written.settle) tell();
    listener.effects(written.effects, written.clientIds);
    return null;
  }

  function decide(batch: Waiting[]): Written {
    deciding = batch;
    try {
      return write(batch, dropAll);
    } finally {
      deciding = null;
    }
  }

  function dropAll(): void {
    for (const [clientId, seq] of acked) dropAcked(db).run({ clientId, seq });
  }

  function ask<Input, Q extends Queries, Outcome>(
    step: Step<Input, Q, Outcome>,
    input: Input,
    decided: ((outcome: Outcome) => void) | null,
  ): Promise<Outcome> {
    if (listener.readOnly === true) return Promise.reject(new ReadOnly(step.name));
    if (closed && deciding === null)
      return Promise.reject(new NotCommitted(`The store is closed: ${step.name}.`));
    return new Promise((resolve, reject) => {
      const one = { step, input, resolve, reject, decided } as unknown as Waiting;
      if (deciding !== null) {
        deciding.push(one);
        return;
      }
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(one);
    });
  }

  return {
    run: (step, input) => ask(step, input, null),
    runWith: (step, input, decided) => ask(step, input, decided),
    framesAfter: async (clientId, afterSeq, limit) =>
      framesAfter(db).all({ clientId, afterSeq, limit }),
    dropAckedFrames(clientId, seq) {
      acked.set(clientId, Math.max(acked.get(clientId) ?? 0, seq));
    },
    trouble() {
      if (!areInPlace()) return 'store_gone';
      if (lockedSince !== null && performance.now() - lockedSince >= LOCK_NOTICED_MS)
        return 'store_locked';
      if (isFull) isFull = !canWrite(db);
      return isFull ? 'disk_full' : null;
    },
    async close() {
      closed = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      drained = resolve;
      flush();
      if (waiting.length > 0) await promise;
      db.$client.close();
    },
  };
}

/** Writes a page as it is. The number is nobody's: migrations are counted in a table. */
function canWrite({ $client }: Db): boolean {
  try {
    $client.pragma(`user_version = ${String($client.pragma('user_version', { simple: true }))}`);
    return true;
  } catch {
    return false; // As before: the next who asks tries again.
  }
}
