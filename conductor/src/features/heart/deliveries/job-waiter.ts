import { createWatches } from '../../../engine/watches.ts';
import type { JobProgress } from './queries.ts';

/** Key of those who wait for all of a conversation to end. */
const SETTLING = '';

/** Goal of a wait. `settled`: no action and no delivery of the conversation is open. */
export type Until = 'acked' | 'final' | 'settled';

/** Lets callers wait for a job. */
export interface JobWaiter {
  /**
   * Resolves with true when the job has come so far or has ended, and with false when the time is over or the signal
   * aborts. Waiting changes nothing.
   */
  until(
    jobId: string,
    goal: Until,
    limits: {
      readonly timeoutMs: number;
      readonly signal: AbortSignal;
      /** An action waits: the end of the conductor is no end of the wait, which the next start takes up. */
      readonly isAction?: boolean;
    },
  ): Promise<boolean>;
  /** The job changed: those who wait for it look again. */
  changed(jobId: string): void;
  /** Something changed in a conversation: those who wait for `settled` look again. */
  conversationChanged(): void;
  /** Jobs may be deleted: all who wait look again. */
  lookAgain(): void;
  /** Ends all waits but those of actions. */
  stop(): void;
}

/** @param look How the job stands on disk; null when it is gone. */
export function createJobWaiter(look: (jobId: string) => Promise<JobProgress | null>): JobWaiter {
  const watches = createWatches();
  const stopping = new AbortController();

  const reached = (job: JobProgress | null, goal: Until): boolean => {
    if (job === null || job.status === 'failed') return true;
    if (job.status !== 'finalized') return goal === 'acked' && job.status === 'acked';
    return goal !== 'settled' || job.isSettled;
  };

  return {
    async until(jobId, goal, { timeoutMs, signal, isAction = false }) {
      const limits = [signal, AbortSignal.timeout(timeoutMs)];
      const over = AbortSignal.any(isAction ? limits : [...limits, stopping.signal]);
      const keys = goal === 'settled' ? [jobId, SETTLING] : [jobId];
      const come = async () => (reached(await look(jobId), goal) ? true : null);
      return (await watches.until(keys, come, over)) ?? false;
    },
    changed: (jobId) => watches.changed(jobId),
    conversationChanged: () => watches.changed(SETTLING),
    lookAgain: () => watches.allChanged(),
    stop: () => stopping.abort(),
  };
}
