import type { VNode } from 'preact';

import { counted } from '../i18n/words.ts';
import type { WaitingApproval, Work } from '../messages/popup-messages.ts';
import { ApprovalItem } from './approval-item.tsx';
import { GrantQuestion, isGivenByPopup } from './grant-question.tsx';
import type { PopupTab } from './popup-tab.ts';
import { useSteadyClicks } from './steady-clicks.ts';

interface ApprovalsCardProps {
  readonly approvals: readonly WaitingApproval[];
  readonly work: Work;
  readonly tab: PopupTab;
}

/** Shows the requests that wait for the person, in all conversations. */
export function ApprovalsCard({ approvals, work, tab }: ApprovalsCardProps): VNode {
  const list = useSteadyClicks<HTMLUListElement>();
  return (
    <section id="approvals" class="card" aria-labelledby="approvals-title">
      <h2 id="approvals-title">{counted('approvals_title', approvals.length)}</h2>
      <ul ref={list} id="approval-list" class="actions">
        {approvals.map((approval) => {
          const { approval_id, kind, is_here } = approval;
          const key = JSON.stringify([approval_id, kind, is_here]);
          return isGivenByPopup(approval) ? (
            <GrantQuestion key={key} approval={approval} tab={tab} />
          ) : (
            <ApprovalItem key={key} approval={approval} work={work} />
          );
        })}
      </ul>
    </section>
  );
}
