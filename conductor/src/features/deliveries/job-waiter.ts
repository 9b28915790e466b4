/** How far a delivery is to come; `settled`: until nothing that followed from it is open in its conversation. */
export type Until = 'acked' | 'final' | 'settled';

export interface JobStanding {
  readonly local_conversation_id: string;
  readonly status: 'pending' | 'dispatched' | 'acked' | 'finalized' | 'retry_wait' | 'failed';
}

export interface JobWaiter {
  /**
   * Resolves when the delivery has come so far, or ended: true. False: the time ran out or the signal aborted first.
   * Nothing of the delivery changes by it.
   */
  until(
    jobId: string,
    goal: Until,
    limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<boolean>;
  /** The job changed: whoever waits for it looks again. */
  changed(jobId: string): void;
  /** Something changed in a conversation: whoever waits until one is settled looks again. */
  conversationChanged(): void;
  /** Jobs may be gone: everyone looks again. */
  lookAgain(): void;
  /** Nobody waits any more. */
  stop(): void;
}

/**
 * @param look How the job stands on disk; null when it is gone.
 * @param isBusy Whether an action or a delivery of the conversation is open.
 */
export function createJobWaiter(
  look: (jobId: string) => JobStanding | null,
  isBusy: (localConversationId: string) => boolean,
): JobWaiter {
  const waiting = new Map<string, Set<() => void>>();
  const settling = new Set<() => void>();
  const stopping = new AbortController();

  const reached = (jobId: string, goal: Until): boolean => {
    const job = look(jobId);
    if (job === null || job.status === 'failed') return true;
    if (job.status !== 'finalized') return goal === 'acked' && job.status === 'acked';
    return goal !== 'settled' || !isBusy(job.local_conversation_id);
  };

  return {
    until(jobId, goal, { timeoutMs, signal }) {
      const over = AbortSignal.any([signal, stopping.signal, AbortSignal.timeout(timeoutMs)]);
      return new Promise((resolve) => {
        const check = (): void => {
          if (reached(jobId, goal)) end(true);
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
        check();
        if (over.aborted) giveUp();
      });
    },
    changed(jobId) {
      // A check that is done takes itself off the set, which a walk of the set allows.
      for (const check of waiting.get(jobId) ?? []) check();
    },
    conversationChanged() {
      for (const check of settling) check();
    },
    lookAgain() {
      for (const checks of waiting.values()) for (const check of checks) check();
    },
    stop: () => stopping.abort(),
  };
}
