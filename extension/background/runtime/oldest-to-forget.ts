import { conversationKey } from '../../../shared/model/conversation-key.ts';
import type { Change, View } from '../storage/row-store.ts';
import type { ConversationRuntime } from '../storage/tables.ts';

/** Maximum of conversations kept per platform; far more than anybody goes back to. */
const MOST_KEPT = 2_000;

/**
 * Returns the conversations to forget in favour of new ones: those of the same platform seen longest ago. A page can
 * show addresses without end, and must not fill the space that all sites share. Conversations that a page shows or a
 * delivery needs now stay.
 */
export function oldestToForget(
  view: View,
  put: readonly ConversationRuntime[],
): NonNullable<Change['remove']> {
  const added = put.filter(({ runtime_key }) => !view.runtimes.has(runtime_key));
  const platforms = new Set(added.map(({ platform }) => platform));
  const keys = [...platforms].flatMap((platform) => {
    const known = [...view.runtimes.values()].filter((row) => row.platform === platform);
    const count = added.filter((row) => row.platform === platform).length;
    const tooMany = known.length + count - MOST_KEPT;
    return tooMany <= 0 ? [] : oldestOf(view, known, put).slice(0, tooMany); // guard: crowded-out
  });
  const wished = keys.filter((key) => (view.conversations.get(key)?.wanted ?? null) !== null);
  return {
    runtimes: keys,
    conversations: keys.filter((key) => !wished.includes(key) && view.conversations.has(key)),
    // Of each conversation one, under the same key.
    templates: keys.filter((key) => view.templates.has(key)),
    replies: keys.filter((key) => view.replies.has(key)),
  };
}

function oldestOf(
  view: View,
  known: readonly ConversationRuntime[],
  put: readonly ConversationRuntime[],
): readonly string[] {
  const busy = new Set(put.map(({ runtime_key }) => runtime_key));
  for (const row of view.attempts.values()) {
    if (row.status !== 'failed' && row.status !== 'finalized') busy.add(conversationKey(row));
  }
  const isBusy = ({
    platform,
    remote_conversation_id: id,
    aliases,
  }: ConversationRuntime): boolean =>
    [id, ...aliases].some((each) =>
      busy.has(conversationKey({ platform, remote_conversation_id: each })),
    );
  return known
    .filter((row) => row.last_seen_tab_ids.length === 0 && !isBusy(row))
    .toSorted((one, other) => one.last_seen_at - other.last_seen_at)
    .map(({ runtime_key }) => runtime_key);
}
