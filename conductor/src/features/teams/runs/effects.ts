import type { InputOrigin, InputRisk, Run } from './rows.ts';

/** Effects that may follow a commit of this feature. */
export interface RunsEffects {
  /** Something of a run changed: it may have more to do. */
  run_changed: { readonly runId: string };
  /** A run came to another status. */
  run_moved: {
    readonly from: Run['status'];
    readonly to: Run['status'];
    /** Cause of the current pause; null: it is not paused. */
    readonly by: Run['pausedBy'];
    /** Since its start; null: it has not begun. */
    readonly ageMs: number | null;
  };
  /** A worker was found to be stuck in the midst of an answer, or one that was has answered after all. */
  run_worker_stuck: { readonly has: 'begun' | 'recovered' };
  /** Lines of a program that looked like calls were not run. */
  run_lines_ignored: { readonly why: string; readonly lines: number };
  /** A text waits for a worker. */
  run_text_queued: { readonly origin: InputOrigin; readonly risk: InputRisk };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends RunsEffects {}
}
