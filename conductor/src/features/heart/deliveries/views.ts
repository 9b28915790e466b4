import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { ShownJob } from './queries.ts';

/** A job as the API shows it. */
export type JobView = ResponseOf<'getJob'>;

/** The job as the API shows it. */
export function jobView({ job, localConversationId, artifactId }: ShownJob): JobView {
  const { lastErrorCode: code, lastErrorText: text } = job;
  return {
    job_id: job.jobId,
    local_conversation_id: localConversationId,
    status: job.status,
    delivery_kind: job.deliveryKind,
    origin: job.origin,
    message_text: job.messageText,
    artifact_id: artifactId,
    assistant_message_id: job.assistantMessageId,
    user_message_id: job.userMessageId,
    attempt_count: job.attemptCount,
    max_attempts: job.maxAttempts,
    error: code === null ? null : { code, text: text ?? '' },
    due_at: job.dueAt,
    created_at: job.createdAt,
    updated_at: job.updatedAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
  };
}
