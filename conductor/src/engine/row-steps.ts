import type { Log } from './runtime.ts';
import { NotCommitted, ReadOnly } from './step.ts';

const FIRST_REST_MS = 1_000;

const LONGEST_REST_MS = 5 * 60_000;

/** After so long without a failure a row counts as sound again: it may be gone. */
const FORGOTTEN_AFTER_MS = 2 * LONGEST_REST_MS;

/**
 * Runs work row by row, each row in a step of its own, so that a row that fails affects no other. A failing row is
 * logged, counted, and left out for a while that doubles with each failure.
 */
export interface RowSteps {
  /** Ids of rows to leave out now. */
  resting(): readonly string[];
  /**
   * Runs the step of every row in this turn of the event loop, so that all share a commit. Resolves with the outcomes
   * of the rows that did not fail. Throws NotCommitted if the commit itself failed.
   */
  run<Row, Outcome>(
    rows: readonly Row[],
    idOf: (row: Row) => string,
    step: (row: Row) => Promise<Outcome>,
  ): Promise<Outcome[]>;
}

/** @param now A monotonic clock, in milliseconds. */
export function createRowSteps(deps: {
  /** The name of the work in the log and the metrics. */
  readonly work: string;
  readonly now: () => number;
  readonly log: Log;
  readonly onFailed: (work: string) => void;
}): RowSteps {
  const { work, now, log, onFailed } = deps;
  const failing = new Map<string, { readonly failures: number; readonly restsUntil: number }>();

  function failed(row: string, cause: unknown): void {
    const failures = (failing.get(row)?.failures ?? 0) + 1;
    const restMs = Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS);
    failing.set(row, { failures, restsUntil: now() + restMs });
    onFailed(work);
    log.error({ err: cause, work, row, failures, rest_ms: restMs }, 'a row failed; others go on');
  }

  return {
    resting() {
      const at = now();
      for (const [row, { restsUntil }] of failing) {
        if (at - restsUntil > FORGOTTEN_AFTER_MS) failing.delete(row);
      }
      return [...failing].filter(([, { restsUntil }]) => restsUntil > at).map(([row]) => row);
    },
    async run(rows, idOf, step) {
      const settled = await Promise.allSettled(rows.map((row) => step(row)));
      return settled.flatMap((result, index) => {
        const id = idOf(rows[index] as (typeof rows)[number]);
        if (result.status === 'fulfilled') {
          failing.delete(id);
          return [result.value];
        }
        if (isOfNoRow(result.reason)) throw result.reason; // guard: row-alone
        failed(id, result.reason);
        return [];
      });
    },
  };
}

function isOfNoRow(cause: unknown): boolean {
  return cause instanceof NotCommitted || cause instanceof ReadOnly;
}
