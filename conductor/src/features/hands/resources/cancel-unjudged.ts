import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import { isProgramPlatform } from '../../../../../shared/model/program-platforms.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import { cancelCall } from './steps/cancel-call.ts';
import * as resources from './queries.ts';
import * as sessions from '../../heart/lineage/sessions/queries.ts';

/**
 * Cancels calls of clients that were written down and not yet judged: nobody continues them. Calls of chats continue
 * with their actions, and those that serve a program's conversation with its messages.
 */
export async function cancelUnjudged({
  store,
  read,
  now,
}: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
}): Promise<void> {
  const reason = 'Baton ended before it was judged.';
  const actor = 'conductor';
  for (const call of await read.one(resources.unfinishedCalls({ chatSessionId: null }))) {
    if (call.status !== 'proposed' || call.caller === 'instruction') continue;
    const { chatSessionId } = call;
    const session = await read.one(sessions.chatSession({ chatSessionId }));
    const key = session?.conversationKey ?? null;
    if (key !== null && isProgramPlatform(conversationRef(key).platform)) continue;
    await store.run(cancelCall, { callId: call.callId, actor, reason, now: now() });
  }
}
