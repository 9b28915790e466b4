import { idsOf } from '../runtime/conversation-ids.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import { lookFor } from './ask-page-for-turn.ts';
import { sendId } from './attempt.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { nameInPage } from './send-attempt.ts';

/**
 * Has a page stop the reply to a message: the page that sent it, else one that shows it, as after a reload. A page that
 * was asked keeps the wish until there is a button to press; so this is asked again each time something happens to the
 * conversation, until the reply has ended.
 */
export async function stopReply(context: DeliveryContext, row: DeliveryAttempt): Promise<void> {
  const { directory, store } = context;
  const serving = directory.serving(row.platform, idsOf(store.view, row));
  const tabIds = new Set([row.diagnostic_tab_id, ...serving.map(([tabId]) => tabId)]);
  for (const tabId of tabIds) {
    if (tabId === null) continue;
    const answer = await directory.ask(tabId, {
      kind: 'attempt.stop',
      attempt_id: sendId(row),
      remote_conversation_id: nameInPage(context, row, tabId),
      look: lookFor(row),
    });
    if (answer?.taken === true) return;
  }
}
