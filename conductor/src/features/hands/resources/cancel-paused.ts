import {
  type ConversationKey,
  conversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import { cancelCall } from './steps/cancel-call.ts';
import * as conversations from '../../heart/conversations/queries.ts';
import * as resources from './queries.ts';

/** While a conversation is paused, nothing of it that changes something begins: what waits for its turn is cancelled. */
export async function cancelPaused(
  { store, read, now }: { readonly store: Store; readonly read: Reader; readonly now: Clock },
  conversationKey: ConversationKey,
): Promise<void> {
  const ref = conversationRef(conversationKey);
  const conversation = await read.one(conversations.conversation({ ref }));
  if (conversation?.mode !== 'paused') return;
  const { localConversationId: chatSessionId } = conversation;
  const reason = 'The conversation was paused.';
  for (const call of await read.one(resources.unfinishedCalls({ chatSessionId }))) {
    const isToBegin = call.status === 'queued' || call.status === 'waiting';
    if (!call.writes || !isToBegin) continue;
    await store.run(cancelCall, { callId: call.callId, actor: 'person', reason, now: now() });
  }
}
