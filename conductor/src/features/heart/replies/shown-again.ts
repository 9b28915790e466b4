import type { Conversation, MessageAnchor } from '../conversations/feature.ts';
import type { HeardReply } from './verdict.ts';

/**
 * A reply of the same words under another id, where they can be no new one: no delivery is answered by it, and it is not
 * the last, or nobody has said anything since it.
 */
export function isShownAgain(
  { assistantMessageId, observedAt }: MessageAnchor,
  { latestAssistantMessageId }: Conversation,
  { answers_job_id: answers }: HeardReply['frame'],
  turnTimes: readonly number[],
): boolean {
  if (answers !== undefined) return false;
  return assistantMessageId !== latestAssistantMessageId || Math.max(0, ...turnTimes) < observedAt;
}
