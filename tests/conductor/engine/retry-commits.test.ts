import { expect, test } from 'vitest';

import { retryCommits } from '../../../conductor/src/engine/retry-commits.ts';
import { NotCommitted, type StepRunner } from '../../../conductor/src/engine/step.ts';
import { recoverLedger } from '../../../conductor/src/features/heart/actions/steps/run-instruction.ts';

/** A store that fails so many times before it commits. */
function failing(times: number, cause: Error): StepRunner & { asked: number } {
  const store = {
    asked: 0,
    run<Outcome>(): Promise<Outcome> {
      store.asked += 1;
      return store.asked > times ? Promise.resolve([] as Outcome) : Promise.reject(cause);
    },
  };
  return store;
}

test('a step that could not be committed runs again until it is', async () => {
  const store = failing(2, new NotCommitted('disk full'));
  const insisting = retryCommits(store, new AbortController().signal);
  expect(await insisting.run(recoverLedger, { now: 1 })).toEqual([]);
  expect(store.asked).toBe(3);
});

test('a step that is refused is not asked for again', async () => {
  const store = failing(9, new Error('a bug'));
  const insisting = retryCommits(store, new AbortController().signal);
  await expect(insisting.run(recoverLedger, { now: 1 })).rejects.toThrow('a bug');
  expect(store.asked).toBe(1);
});

test('nothing is insisted on once it stops', async () => {
  const store = failing(9, new NotCommitted('disk full'));
  const insisting = retryCommits(store, AbortSignal.abort());
  await expect(insisting.run(recoverLedger, { now: 1 })).rejects.toThrow('disk full');
  expect(store.asked).toBe(1);
});

test('a stop ends the pause between two tries', async () => {
  const stopping = new AbortController();
  const store = failing(9, new NotCommitted('disk full'));
  const insisting = retryCommits(store, stopping.signal);
  const running = insisting.run(recoverLedger, { now: 1 });
  // Long before the pause ends by itself, after which the store would be asked again.
  setImmediate(() => stopping.abort());
  await expect(running).rejects.toThrow('Stopped before it was committed: recover ledger.');
  expect(store.asked).toBe(1);
});
