import type { RowSteps } from '../../engine/row-steps.ts';
import type { Clock, Store } from '../../engine/runtime.ts';
import type { Sweep } from '../../engine/scheduler.ts';
import { findDrained, finishDrain } from './steps/finish-drains.ts';

/** Draining conversations in which everything has ended. */
export function sweepDrains(deps: {
  readonly store: Store;
  readonly now: Clock;
  readonly drains: RowSteps;
}): Sweep {
  const { store, now, drains } = deps;
  return {
    name: 'drains',
    async run() {
      const at = now();
      const drained = await store.run(findDrained, { except: drains.resting() });
      await drains.run(drained, String, (conversationKey) =>
        store.run(finishDrain, { conversationKey, now: at }),
      );
    },
  };
}
