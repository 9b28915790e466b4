import type { Reader } from '../../../engine/query.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import type { Sweep } from '../../../engine/scheduler.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import type { BringExecutor } from './bring-executor.ts';
import type { Calls } from './calls.ts';
import { closeUnused } from './close-session.ts';
import type { Limits } from './limits.ts';
import { endOverdueCall } from './steps/cancel-call.ts';
import { detachResources } from './steps/detach-resources.ts';
import * as resources from './queries.ts';

const BATCH = 100;

/** Hours and half hours are kept to so many milliseconds. */
const UNUSED_EVERY_MS = 5_000;

/** Deadlines of calls, executors that stay away, and one that is brought for calls that wait for it. Asleep while nothing is open: then it asks nothing of the store. */
export function sweepCalls(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly calls: Pick<Calls, 'drive'>;
  readonly presence: Presence;
  readonly bring: Pick<BringExecutor, 'again'>;
  readonly limits: () => Limits;
}): Sweep & { readonly wake: () => void } {
  const { store, read, now, presence, bring, limits } = deps;
  let isAwake = true;
  let unusedAt = 0;
  let heldBy = '';
  return {
    name: 'resource calls',
    wake() {
      isAwake = true;
    },
    async run() {
      if (!isAwake) return;
      isAwake = false;
      const at = now();
      for (const callId of await read.one(resources.overdueCallIds({ now: at, limit: BATCH })))
        await store.run(endOverdueCall, { callId, now: at });
      const here = presence.browsers().leaseholders;
      if (here.join() !== heldBy) {
        heldBy = here.join();
        await store.run(detachResources, { here, now: at });
      }
      if (at - unusedAt >= UNUSED_EVERY_MS) {
        unusedAt = at;
        await closeUnused({ store, read, now }, limits());
      }
      const unfinished = await read.one(resources.unfinishedCalls({ chatSessionId: null }));
      const open = await read.one(resources.openResources({ chatSessionId: null }));
      const waiting = new Set(
        unfinished
          .filter(({ status }) => status === 'queued' || status === 'dispatched')
          .map(({ resourceId }) => resourceId),
      );
      await bring.again(
        open.flatMap(({ resource }) =>
          waiting.has(resource.resourceId) ? [resource.adapter] : [],
        ),
      );
      isAwake ||= unfinished.some(({ status }) => status !== 'proposed') || open.length > 0;
    },
  };
}
