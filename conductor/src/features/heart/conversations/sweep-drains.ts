import type { Reader } from '../../../engine/query.ts';
import type { RowSteps } from '../../../engine/row-steps.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import type { Sweep } from '../../../engine/scheduler.ts';
import { finishDrain } from './steps/finish-drains.ts';
import * as conversations from './queries.ts';

const BATCH = 64;

/** Draining conversations in which everything has ended. */
export function sweepDrains(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly drains: RowSteps;
}): Sweep {
  const { store, read, now, drains } = deps;
  return {
    name: 'drains',
    async run() {
      const at = now();
      const drained = await read.one(
        conversations.drained({
          except: drains.resting(),
          limit: BATCH,
        }),
      );
      await drains.run(drained, String, (conversationKey) =>
        store.run(finishDrain, { conversationKey, now: at }),
      );
    },
  };
}
