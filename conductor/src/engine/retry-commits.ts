import { setTimeout as pause } from 'node:timers/promises';

import type { Queries } from './query.ts';
import { NotCommitted, type Step, type StepRunner } from './step.ts';

const FIRST_PAUSE_MS = 100;

const LONGEST_PAUSE_MS = 2_000;

/**
 * Runs steps, and runs them again after a pause for as long as nothing can be committed, as on a full disk. It is for
 * work that nobody would ask for again before the next start. Once `stopping` is aborted, a failure rejects at
 * once, also during a pause.
 */
export function retryCommits(store: StepRunner, stopping: AbortSignal): StepRunner {
  return {
    async run<Input, Q extends Queries, Outcome>(
      step: Step<Input, Q, Outcome>,
      input: Input,
    ): Promise<Outcome> {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        try {
          return await store.run(step, input);
        } catch (cause) {
          if (!(cause instanceof NotCommitted) || stopping.aborted) throw cause;
        }
        await pause(pauseMs, undefined, { signal: stopping }).catch((cause: unknown) => {
          throw new NotCommitted(`Stopped before it was committed: ${step.name}.`, { cause });
        });
      }
    },
  };
}
