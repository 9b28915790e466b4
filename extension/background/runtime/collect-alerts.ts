import type { PageState } from '../../messages/page-messages.ts';
import type { LinkState, Needs } from '../../messages/popup-messages.ts';

/** What a person should know without opening anything. */
export interface Alerts {
  readonly link: LinkState['status'];
  /** Actions that wait for their answer, in all conversations. */
  readonly waiting: number;
  /** Deliveries that failed and that nobody has put aside. */
  readonly failed: number;
  /** Sites whose open pages Baton no longer understands. */
  readonly drifted: readonly string[];
}

export function collectAlerts(
  needs: Needs,
  link: LinkState,
  pages: ReadonlyMap<number, PageState>,
): Alerts {
  const drifted = [...pages.values()].filter(({ problem }) => problem?.code === 'adapter_drift');
  return {
    link: link.status,
    waiting: needs.approvals.length,
    failed: needs.failures.length,
    drifted: [...new Set(drifted.map(({ platform }) => platform))].toSorted(),
  };
}
