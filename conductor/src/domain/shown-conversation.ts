import type { FrameOf, Unsent } from '../../../shared/protocol/index.ts';
import type { Conversation, DeliveryJob } from './rows.ts';

export const MAX_SHOWN_JOBS = 20;

/** A conversation as a popup shows it. */
export function shownConversation(
  conversation: Conversation,
  jobs: readonly DeliveryJob[],
): Unsent<FrameOf<'conversation.state'>> {
  return {
    type: 'conversation.state',
    platform: conversation.platform,
    remote_conversation_id: conversation.remoteConversationId,
    aliases: [],
    local_conversation_id: conversation.localConversationId,
    mode: conversation.mode === 'draining' ? 'auto' : conversation.mode,
    draining: conversation.mode === 'draining',
    pause_reason: conversation.pauseReason,
    title: conversation.title,
    jobs: jobs.map((job) => ({
      job_id: job.jobId,
      status: job.status,
      attempt_count: job.attemptCount,
      error_code: job.lastErrorCode,
      error_message: job.lastErrorText,
    })),
  };
}
