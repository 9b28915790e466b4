import type { JobProgress } from './queries.ts';

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
  const waiting = new Map<string, Set<() => Promise<void>>>();
  const settling = new Set<() => Promise<void>>();
  const stopping = new AbortController();

  const reached = (job: JobProgress | null, goal: Until): boolean => {
    if (job === null || job.status === 'failed') return true;
    if (job.status !== 'finalized') return goal === 'acked' && job.status === 'acked';
    return goal !== 'settled' || job.isSettled;
  };

  return {
    until(jobId, goal, { timeoutMs, signal, isAction = false }) {
      const limits = [signal, AbortSignal.timeout(timeoutMs)];
      const over = AbortSignal.any(isAction ? limits : [...limits, stopping.signal]);
      return new Promise((resolve, reject) => {
        // Every change looks anew: a look that began before it may miss it, and the one behind it does not.
        const check = async (): Promise<void> => {
          try {
            if (reached(await look(jobId), goal)) end(true);
          } catch (cause) {
            reject(cause as Error);
            end(false);
          }
        };
        const giveUp = (): void => end(false);
        const end = (came: boolean): void => {
          over.removeEventListener('abort', giveUp);
          const others = waiting.get(jobId);
          others?.delete(check);
          if (others?.size === 0) waiting.delete(jobId);
          settling.delete(check);
          resolve(came);
        };
        const others = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, others.add(check));
        if (goal === 'settled') settling.add(check);
        over.addEventListener('abort', giveUp, { once: true });
        // It may have come so far before anyone waited.
        void check().then(() => {
          if (over.aborted) giveUp();
        });
      });
    },
    changed(jobId) {
      for (const check of waiting.get(jobId) ?? []) void check();
    },
    conversationChanged() {
      for (const check of settling) void check();
    },
    lookAgain() {
      for (const checks of waiting.values()) for (const check of checks) void check();
    },
    stop: () => stopping.abort(),
  };
}
