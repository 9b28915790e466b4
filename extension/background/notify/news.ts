import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { News } from '../../messages/options-messages.ts';

type State = FrameOf<'conversation.state'>;

/** Something a person may want to be told of while they look elsewhere. */
export interface Notice {
  readonly news: News;
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly title: string | null;
}

/** Returns the news in a conversation's state, compared with the one before it; one of each kind. */
export function newsOf(before: State | null, after: State): readonly Notice[] {
  // What stood there when it was first heard of is no news.
  if (before === null) return [];
  const { platform, remote_conversation_id, title } = after;
  const known = new Set(before.approvals.map(({ approval_id }) => approval_id));
  const failedBefore = new Set(failedIn(before));
  const isAtRest = after.busy === false && before.busy === true;
  const news: readonly (readonly [News, boolean])[] = [
    ['needs', after.approvals.some(({ approval_id }) => !known.has(approval_id))],
    ['failed', failedIn(after).some((id) => !failedBefore.has(id))],
    ['done', isAtRest && after.mode === 'auto' && failedIn(after).length === 0],
  ];
  return news
    .filter(([, isNew]) => isNew)
    .map(([name]) => ({ news: name, platform, remote_conversation_id, title }));
}

function failedIn({ jobs }: State): string[] {
  return jobs
    .filter(({ status, error_code }) => status === 'failed' && error_code !== 'cancelled')
    .map(({ job_id }) => job_id);
}
