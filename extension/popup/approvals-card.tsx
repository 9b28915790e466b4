import type { VNode } from 'preact';

import { counted } from '../i18n/words.ts';
import type { WaitingApproval } from '../messages/popup-messages.ts';
import { ApprovalItem } from './approval-item.tsx';
import { useSteadyClicks } from './steady-clicks.ts';

interface ApprovalsCardProps {
  readonly approvals: readonly WaitingApproval[];
}

/** What waits for the person, in all conversations. */
export function ApprovalsCard({ approvals }: ApprovalsCardProps): VNode {
  const list = useSteadyClicks<HTMLUListElement>();
  return (
    <section id="approvals" class="card" aria-labelledby="approvals-title">
      <h2 id="approvals-title">{counted('approvals_title', approvals.length)}</h2>
      <ul ref={list} id="approval-list" class="actions">
        {approvals.map((approval) => {
          const { approval_id, kind, is_here } = approval;
          return (
            <ApprovalItem key={JSON.stringify([approval_id, kind, is_here])} approval={approval} />
          );
        })}
      </ul>
    </section>
  );
}
