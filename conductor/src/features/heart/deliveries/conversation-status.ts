import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { Reader } from '../../../engine/query.ts';
import type { JobStatus } from './delivery-job.machine.ts';
import * as conversations from '../conversations/queries.ts';
import * as deliveries from './queries.ts';

/** Status of one conversation, for another conversation. */
export interface ConversationStatus {
  readonly mode: 'auto' | 'manual' | 'paused';
  readonly draining: boolean;
  readonly pauseReason: string | null;
  readonly jobs: Readonly<Partial<Record<JobStatus, number>>>;
  readonly latestAssistantMessageId: string | null;
  readonly latestObservedAtMs: number | null;
}

/** The state of a conversation, for an assistant. */
export async function readConversationStatus(
  read: Reader,
  ref: ConversationRef,
): Promise<ConversationStatus> {
  const { conversation, jobs } = await read.snapshot({
    conversation: conversations.conversation({ ref }),
    jobs: deliveries.jobCounts({ ref }),
  });
  if (conversation === null)
    throw new Error(`no conversation ${ref.platform}/${ref.remote_conversation_id}`);
  const draining = conversation.mode === 'draining';
  return {
    mode: conversation.mode === 'draining' ? 'auto' : conversation.mode,
    draining,
    pauseReason: conversation.pauseReason,
    jobs,
    latestAssistantMessageId: conversation.latestAssistantMessageId,
    latestObservedAtMs: conversation.latestObservedAt,
  };
}
