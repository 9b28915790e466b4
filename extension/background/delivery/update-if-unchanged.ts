import type { Change } from '../storage/row-store.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import type { DeliveryContext } from './delivery-context.ts';

/**
 * Changes an attempt only if it still is as it was read: while a page was asked, another page's word, a cancel or a
 * newer dispatch may have come in. True: changed; false: read it again and decide anew.
 */
export function updateIfUnchanged(
  { store, clock }: Pick<DeliveryContext, 'store' | 'clock'>,
  read: DeliveryAttempt,
  decide: (current: DeliveryAttempt, now: number) => Change,
): Promise<boolean> {
  return store.step((view) => {
    const current = view.attempts.get(read.attempt_id);
    if (current === undefined || current.revision !== read.revision) {
      return { change: {}, answer: false };
    }
    return { change: decide(current, clock.now()), answer: true };
  });
}
