import type { DeliveryAttempt } from '../storage/tables.ts';
import { attemptWith, sendId } from './attempt.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { updateIfUnchanged } from './update-if-unchanged.ts';

/**
 * Has the page that sent a message stop its reply. Asked once: a page that stops nothing tells the reply as any other, and
 * how one that was stopped ends is told as any end is.
 */
export async function stopReply(context: DeliveryContext, row: DeliveryAttempt): Promise<void> {
  const isOurs = await updateIfUnchanged(context, row, (current, now) => ({
    put: { attempts: [attemptWith(current, { stops_reply: false }, now)] },
  }));
  if (!isOurs || row.diagnostic_tab_id === null) return;
  const asked = { kind: 'attempt.stop', attempt_id: sendId(row) } as const;
  await context.directory.ask(row.diagnostic_tab_id, asked);
}
