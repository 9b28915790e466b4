import type { PageState } from '../../messages/page-messages.ts';
import type { LinkState } from '../../messages/popup-messages.ts';
import type { View } from '../storage/ledger.ts';

/** What a person should know without opening anything. */
export interface Attention {
  readonly link: LinkState['status'];
  /** Actions that wait for their answer, in all conversations. */
  readonly waiting: number;
  /** Sites whose open pages Baton no longer understands. */
  readonly drifted: readonly string[];
}

export function attention(
  view: Pick<View, 'conversations'>,
  link: LinkState,
  pages: ReadonlyMap<number, PageState>,
): Attention {
  const open = [...view.conversations.values()].map(({ state }) => state?.approvals.length ?? 0);
  const drifted = [...pages.values()].filter(({ problem }) => problem?.code === 'adapter_drift');
  return {
    link: link.status,
    waiting: open.reduce((sum, count) => sum + count, 0),
    drifted: [...new Set(drifted.map(({ platform }) => platform))].toSorted(),
  };
}
