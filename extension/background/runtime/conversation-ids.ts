import { conversationKey } from '../../../shared/model/conversation-key.ts';
import type { View } from '../storage/row-store.ts';
import type { ConversationRuntime } from '../storage/tables.ts';

export interface NamedConversation {
  readonly platform: string;
  readonly remote_conversation_id: string;
}

/** The runtime of a conversation, under its own id or an earlier one. */
export function runtimeOf(
  view: Pick<View, 'runtimes'>,
  { platform, remote_conversation_id: id }: NamedConversation,
): ConversationRuntime | null {
  const direct = view.runtimes.get(conversationKey({ platform, remote_conversation_id: id }));
  if (direct !== undefined) return direct;
  for (const runtime of view.runtimes.values()) {
    if (runtime.platform === platform && runtime.aliases.includes(id)) return runtime;
  }
  return null;
}

/** One key per conversation, whichever of its ids it is asked by. */
export function keyOf(view: Pick<View, 'runtimes'>, named: NamedConversation): string {
  return (
    runtimeOf(view, named)?.runtime_key ??
    conversationKey({
      platform: named.platform,
      remote_conversation_id: named.remote_conversation_id,
    })
  );
}

/** All ids the conversation is known by, the asked one included. */
export function idsOf(view: Pick<View, 'runtimes'>, named: NamedConversation): ReadonlySet<string> {
  const runtime = runtimeOf(view, named);
  return new Set([
    named.remote_conversation_id,
    ...(runtime === null ? [] : [runtime.remote_conversation_id, ...runtime.aliases]),
  ]);
}
