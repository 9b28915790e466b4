import { change } from '../../../engine/plan.ts';

/** The attempt belongs to that browser: its report counts, however late it comes. */
export const recordAttemptHolder = change<{
  readonly jobId: string;
  readonly attempt: number;
  readonly clientId: string;
}>('recordAttemptHolder');
