import { setTimeout as pause } from 'node:timers/promises';

import { isLocked, isOfTheMachine, notCommitted } from './commit-faults.ts';

const FIRST_PAUSE_MS = 5;

const LONGEST_PAUSE_MS = 100;

const LONGEST_WAIT_MS = 5_000;

/** Waiting for a lock that another program holds, outside of SQLite: there it would hold up the whole process. */
export interface LockWait {
  /** Milliseconds until the next attempt; null once it was waited for long enough. */
  nextPause(): number | null;
}

/** Begins a wait for a write lock that another program holds. */
export function startLockWait(): LockWait {
  const startedAt = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  return {
    nextPause() {
      if (performance.now() - startedAt >= LONGEST_WAIT_MS) return null;
      const nextMs = pauseMs;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      return nextMs;
    },
  };
}

/**
 * Runs a write of its own as soon as no other program holds the lock, while everything else continues. `work` is one
 * statement or one immediate transaction: a try that fails has done nothing. Throws NotCommitted where the lock is held
 * for five seconds, or the machine failed, and else what `work` throws.
 */
export async function whenUnlocked<T>(work: () => T): Promise<T> {
  for (const wait = startLockWait(); ;) {
    try {
      return work();
    } catch (cause) {
      const pauseMs = isLocked(cause) ? wait.nextPause() : null;
      if (pauseMs === null)
        throw isLocked(cause) || isOfTheMachine(cause) ? notCommitted(cause) : cause;
      await pause(pauseMs);
    }
  }
}
