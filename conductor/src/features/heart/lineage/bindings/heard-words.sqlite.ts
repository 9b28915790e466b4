import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { Db } from '../../../../stores/sqlite/open-database.ts';
import { rowOf, rowsOf } from '../../../../stores/sqlite/row-list.ts';
import { conversationByKey, workersByAsker } from '../../conversations/tables.sqlite.ts';
import { bindingOfSession, bindingsOfChat } from './tables.sqlite.ts';

/**
 * Keys of the conversations whose words may have come to one, that one among them: agents hand each other tasks and
 * answers, and a chat that serves an agent as its model knows what was said in both, also when it is released.
 */
export function heardBy(db: Db, key: ConversationKey): ReadonlySet<ConversationKey> {
  const heard = new Set([key]);
  // Goes on over what is added meanwhile.
  for (const one of heard) {
    const parentKey = rowOf(db, conversationByKey, one)?.parentKey ?? null;
    if (parentKey !== null) heard.add(parentKey);
    // guard: taint-of-workers
    for (const { conversationKey } of rowsOf(db, workersByAsker, one)) heard.add(conversationKey);
    for (const { conversationKey } of rowsOf(db, bindingOfSession, one)) heard.add(conversationKey);
    for (const { sessionKey } of rowsOf(db, bindingsOfChat, one)) heard.add(sessionKey);
  }
  return heard;
}
