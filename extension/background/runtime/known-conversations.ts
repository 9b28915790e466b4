import { conversationKey } from '../../../shared/model/conversation-key.ts';
import type { FrameOf } from '../../../shared/protocol/index.ts';
import { type Change, metaOf, type View } from '../storage/row-store.ts';
import type { DeliveryAttempt, KnownConversation } from '../storage/tables.ts';
import { idsOf, keyOf, type NamedConversation } from './conversation-ids.ts';

type Mode = FrameOf<'conversation.set_mode'>['mode'];

/** Returns the row of a conversation, found by any of its ids, ours or the conductor's. */
export function knownConversation(view: View, named: NamedConversation): KnownConversation | null {
  const ids = idsOf(view, named);
  for (const row of view.conversations.values()) {
    if (row.platform !== named.platform) continue;
    if (ids.has(row.remote_conversation_id)) return row;
    if (row.state?.aliases.some((alias) => ids.has(alias))) return row;
  }
  return null;
}

/**
 * The person switched it off after a job had gone out: nothing is begun until it is `auto` again. What they wrote
 * themselves waits for nothing but the end of a pause.
 */
export function isHeldBack(
  view: View,
  attempt: NamedConversation & Pick<DeliveryAttempt, 'origin'>,
): boolean {
  const known = knownConversation(view, attempt);
  const modes = [known?.state?.mode, known?.wanted?.mode];
  if (attempt.origin === 'person') return modes.includes('paused');
  return modes.some((mode) => mode !== undefined && mode !== 'auto');
}

/** Keeps the conductor's last word; a wish it has answered, either way, is no wish any more. */
export function keepState(view: View, frame: FrameOf<'conversation.state'>): Change {
  const names = [frame.remote_conversation_id, ...frame.aliases];
  const before = names
    .map((id) => knownConversation(view, { platform: frame.platform, remote_conversation_id: id }))
    .filter((row) => row !== null);
  const key = conversationKey(frame);
  const wanted = before.find((row) => row.wanted !== null)?.wanted ?? null;
  const unanswered = wanted !== null && wanted.mode !== frame.mode && view.outbox.has(wanted.seq);
  const after: KnownConversation = {
    key,
    platform: frame.platform,
    remote_conversation_id: frame.remote_conversation_id,
    state: frame,
    wanted: unanswered ? wanted : null,
  };
  const outdated = new Set(before.map((row) => row.key));
  outdated.delete(key);
  return { put: { conversations: [after] }, remove: { conversations: [...outdated] } };
}

/** The person chose a mode: the conductor is asked, and the popup shows the wish until it answers. */
export function wantMode(view: View, named: NamedConversation, mode: Mode): Change {
  const { platform, remote_conversation_id } = named;
  const before = knownConversation(view, named);
  const after: KnownConversation = {
    key: before?.key ?? keyOf(view, named),
    platform,
    remote_conversation_id: before?.remote_conversation_id ?? remote_conversation_id,
    state: before?.state ?? null,
    wanted: { mode, seq: metaOf(view).out_seq + 1 },
  };
  return {
    put: { conversations: [after] },
    send: [{ type: 'conversation.set_mode', platform, remote_conversation_id, mode }],
  };
}
