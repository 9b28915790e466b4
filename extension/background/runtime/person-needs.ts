import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { Needs } from '../../messages/popup-messages.ts';
import type { View } from '../storage/row-store.ts';
import type { KnownConversation } from '../storage/tables.ts';
import { idsOf, type NamedConversation, runtimeOf } from './conversation-ids.ts';

/**
 * Returns what needs a person. The conductor reports it for all conversations and browsers; without its report, this
 * browser knows its own. `here`: the conversation whose needs come first.
 */
export function needsOf(
  view: Pick<View, 'conversations' | 'runtimes'>,
  overview: FrameOf<'overview'> | null,
  here: NamedConversation | null,
): Needs {
  const { approvals, failures } = overview ?? ownNeeds(view);
  const ids = here === null ? new Set<string>() : idsOf(view, here);
  const placed = <One extends NamedConversation>(one: One) => ({
    ...one,
    is_here: one.platform === here?.platform && ids.has(one.remote_conversation_id),
  });
  const first = (a: { is_here: boolean }, b: { is_here: boolean }): number =>
    Number(b.is_here) - Number(a.is_here);
  return {
    approvals: approvals.map(placed).toSorted(first),
    failures: failures.map(placed).toSorted(first),
  };
}

type Own = Pick<KnownConversation, 'platform' | 'remote_conversation_id' | 'state'>;

function ownNeeds(view: Pick<View, 'conversations' | 'runtimes'>) {
  const rows: Own[] = [...view.conversations.values()];
  const placeOf = ({ platform, remote_conversation_id, state }: Own) => ({
    platform,
    remote_conversation_id,
    title: state?.title ?? null,
    page_url: runtimeOf(view, { platform, remote_conversation_id })?.last_seen_page_urls[0] ?? null,
  });
  return {
    approvals: rows.flatMap((row) =>
      (row.state?.approvals ?? []).map((approval) => ({ ...placeOf(row), ...approval })),
    ),
    failures: rows.flatMap((row) =>
      (row.state?.jobs ?? [])
        .filter(({ status }) => status === 'failed')
        .map(({ job_id, error_code, error_message }) => ({
          ...placeOf(row),
          job_id,
          error_code,
          error_message,
        })),
    ),
  };
}
