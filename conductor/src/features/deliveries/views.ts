import type { AnswerOf } from '../../../../shared/api/operations.ts';
import type { JobRow } from './reads.sqlite.ts';

export type JobView = AnswerOf<'getJob'>;

export function jobView(row: JobRow): JobView {
  const { last_error_code: code, last_error_text: text } = row;
  return {
    job_id: row.job_id,
    local_conversation_id: row.local_conversation_id,
    status: row.status,
    delivery_kind: row.delivery_kind,
    origin: row.origin,
    message_text: row.message_text,
    artifact_id: row.artifact_id,
    assistant_message_id: row.assistant_message_id,
    user_message_id: row.user_message_id,
    attempt_count: row.attempt_count,
    max_attempts: row.max_attempts,
    error: code === null ? null : { code, text: text ?? '' },
    due_at: row.due_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
  };
}
