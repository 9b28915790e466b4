import type { Change, View } from '../storage/row-store.ts';
import type { KnownConversation } from '../storage/tables.ts';
import { wantMode } from './known-conversations.ts';

/** Every conversation from which something may still be sent. */
export function pausableConversations(
  view: Pick<View, 'conversations'>,
): readonly KnownConversation[] {
  return [...view.conversations.values()].filter(({ state, wanted }) => {
    const mode = wanted?.mode ?? state?.mode ?? 'paused';
    const isUnderWay = state?.jobs.some(
      ({ status }) => status !== 'failed' && status !== 'finalized',
    );
    return mode === 'auto' || (mode === 'manual' && isUnderWay === true);
  });
}

/** One change that pauses them all. */
export function pauseConversations(view: View): Change {
  const changes = pausableConversations(view).map((row) => wantMode(view, row, 'paused'));
  const send = changes.flatMap((change) => change.send ?? []);
  // Each wish is known by the place of its own frame.
  const conversations = changes.flatMap((change, index) =>
    (change.put?.conversations ?? []).map((row) => ({
      ...row,
      wanted: row.wanted && { ...row.wanted, seq: row.wanted.seq + index },
    })),
  );
  return { put: { conversations }, send };
}
