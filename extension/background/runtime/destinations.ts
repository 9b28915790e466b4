import type { Destination } from '../../messages/send-messages.ts';
import type { View } from '../storage/row-store.ts';
import type { ConversationRuntime, KnownConversation } from '../storage/tables.ts';
import { runtimeOf } from './conversation-ids.ts';

/** Those that take a message now and that this browser can reach, the one seen last first. */
export function destinations(view: View): readonly Destination[] {
  return [...view.conversations.values()]
    .filter(takesMessages)
    .map((row) => ({ row, runtime: runtimeOf(view, row) }))
    .filter((one): one is Reached => isReached(one.runtime))
    .toSorted((a, b) => b.runtime.last_seen_at - a.runtime.last_seen_at)
    .map(({ row, runtime }) => ({
      platform: row.platform,
      remote_conversation_id: row.remote_conversation_id,
      title: [row.state?.title, runtime.title].find(Boolean) ?? row.platform,
    }));
}

interface Reached {
  readonly row: KnownConversation;
  readonly runtime: ConversationRuntime;
}

/** The conductor refuses a person's message while the conversation is paused or about to be. */
function takesMessages({ state, wanted }: KnownConversation): boolean {
  return state !== null && !state.draining && (wanted?.mode ?? state.mode) !== 'paused';
}

/** Also a page that has to be opened first. */
function isReached(runtime: ConversationRuntime | null): boolean {
  return runtime?.runtime_status === 'ready' || runtime?.runtime_status === 'stale';
}
