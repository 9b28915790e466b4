import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { PageState } from '../../messages/page-messages.ts';
import type { LinkState, PopupConversation, PopupState } from '../../messages/popup-messages.ts';
import { attemptsIn, isUnsettled } from '../delivery/attempt.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import type { View } from '../storage/row-store.ts';
import { type NamedConversation, runtimeOf } from './conversation-ids.ts';
import { workOf } from '../resources/work-grants.ts';
import { needsOf } from './person-needs.ts';
import { knownConversation } from './known-conversations.ts';

/** All the popup shows over one tab. */
export function popupState(
  view: View,
  link: LinkState,
  page: PageState | null,
  overview: FrameOf<'overview'> | null,
  now: number,
): PopupState {
  const id = page?.remote_conversation_id ?? null;
  const named =
    page === null || id === null ? null : { platform: page.platform, remote_conversation_id: id };
  const conversation = named && popupConversation(view, named);
  return {
    link,
    page,
    conversation,
    needs: needsOf(view, overview, named),
    work: workOf(view, now),
  };
}

function popupConversation(view: View, named: NamedConversation): PopupConversation {
  const known = knownConversation(view, named);
  // What a person waits for no longer has ended at the conductor, and there alone.
  const isAwaited = ({ job_id }: DeliveryAttempt): boolean =>
    known?.state?.jobs.some((job) => job.job_id === job_id && job.status !== 'failed') ?? true;
  const running = attemptsIn(view, named).findLast(
    (row) => isUnsettled(row) || (row.status === 'acked' && isAwaited(row)),
  );
  return {
    ...named,
    state: known?.state ?? null,
    runtime_status: runtimeOf(view, named)?.runtime_status ?? 'missing_route',
    mode_wanted: known?.wanted?.mode ?? null,
    attempt:
      running === undefined ? null : { status: running.status, waiting_for: running.waiting_for },
  };
}
