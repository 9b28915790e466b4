import type { PageState } from '../../messages/page-messages.ts';
import type { LinkState, Needs } from '../../messages/popup-messages.ts';

/** Facts that a person should know without opening anything. */
export interface Alerts {
  readonly link: LinkState['status'];
  /** Actions that wait for their answer, in all conversations. */
  readonly waiting: number;
  /** Deliveries that failed and that nobody has put aside. */
  readonly failed: number;
  /** Sites whose open pages Baton no longer understands. */
  readonly drifted: readonly string[];
  /** Tabs that work for chats. */
  readonly tabs: number;
  /** A person stopped them. */
  readonly stopped: boolean;
}

export function collectAlerts(
  needs: Needs,
  link: LinkState,
  pages: ReadonlyMap<number, PageState>,
  work: Pick<Alerts, 'tabs' | 'stopped'>,
): Alerts {
  const drifted = [...pages.values()].filter(({ problem }) => problem?.code === 'adapter_drift');
  return {
    link: link.status,
    waiting: needs.approvals.length,
    failed: needs.failures.length,
    drifted: [...new Set(drifted.map(({ platform }) => platform))].toSorted(),
    ...work,
  };
}
