import type { InputOrigin, InputRisk, Run } from './rows.ts';
import { effect } from '../../../engine/plan.ts';

/** Something of a run changed: it may have more to do. */
export const runChanged = effect<{ readonly runId: string }>('runChanged');
/** A run came to another status. */
export const runMoved = effect<{
  readonly from: Run['status'];
  readonly to: Run['status'];
  /** Cause of the current pause; null: it is not paused. */
  readonly by: Run['pausedBy'];
  /** Since its start; null: it has not begun. */
  readonly ageMs: number | null;
}>('runMoved');
/** A worker was found to be stuck in the midst of an answer, or one that was has answered after all. */
export const runWorkerStuck = effect<{ readonly has: 'begun' | 'recovered' }>('runWorkerStuck');
/** Lines of a program that looked like calls were not run. */
export const runLinesIgnored = effect<{ readonly why: string; readonly lines: number }>(
  'runLinesIgnored',
);
/** A text waits for a worker. */
export const runTextQueued = effect<{ readonly origin: InputOrigin; readonly risk: InputRisk }>(
  'runTextQueued',
);
