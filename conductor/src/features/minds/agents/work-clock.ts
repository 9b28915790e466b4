/** So often the work of a run is counted at least, so that a conductor that dies forgets no more. */
const COUNT_EVERY_MS = 10_000;

/** Measures how long runs work. */
export interface WorkClock {
  /** The run works now, or not. @param leftMs What it may still work, as its row says. */
  looked(runId: string, works: boolean, leftMs: number): void;
  /** Forgets a run that has ended. */
  forget(runId: string): void;
  /** Runs whose work is to be counted, with that work, which is taken as counted. */
  due(): readonly { readonly runId: string; readonly ms: number }[];
}

interface Measured {
  /** Null: it does not work now. */
  since: number | null;
  /** Work before that, not counted yet. */
  ms: number;
  leftMs: number;
}

/** @param steadyNow Milliseconds by a clock that nobody sets. */
export function createWorkClock(steadyNow: () => number): WorkClock {
  const runs = new Map<string, Measured>();

  function worked({ since, ms }: Measured): number {
    return ms + (since === null ? 0 : steadyNow() - since);
  }

  return {
    looked(runId, works, leftMs) {
      const before = runs.get(runId);
      const ms = before === undefined ? 0 : worked(before);
      if (works || ms > 0) runs.set(runId, { since: works ? steadyNow() : null, ms, leftMs });
    },
    forget: (runId) => void runs.delete(runId),
    due: () =>
      [...runs].flatMap(([runId, run]) => {
        const ms = worked(run);
        if (run.since === null || ms < Math.min(COUNT_EVERY_MS, run.leftMs)) return [];
        const leftMs = run.leftMs - ms;
        runs.set(runId, { since: steadyNow(), ms: 0, leftMs: Math.max(leftMs, 0) });
        return [{ runId, ms: Math.round(ms) }];
      }),
  };
}
