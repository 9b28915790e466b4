import type { Conversation, MessageAnchor } from '../conversations/feature.ts';
import type { SaidTurn } from './second-reply.ts';
import type { HeardReply } from './verdict.ts';

/**
 * A reply of the same words under another id, where they can be no new one: no delivery is answered by it, and it is not
 * the last, or nobody has said anything since it.
 */
export function isShownAgain(
  { assistantMessageId, observedAt }: MessageAnchor,
  { latestAssistantMessageId }: Conversation,
  { answers_job_id: answers }: HeardReply['frame'],
  [last]: readonly SaidTurn[],
): boolean {
  if (answers !== undefined) return false;
  return assistantMessageId !== latestAssistantMessageId || (last?.observedAt ?? 0) < observedAt;
}
