import type { ErrorCode } from '../../../../shared/model/error-codes.ts';
import { type Keyed, type Page, type PageWish, readPage } from '../../stores/sqlite/page.ts';
import type { Statements } from '../../stores/sqlite/statements.ts';
import type { JobStatus } from './delivery-job.machine.ts';
import type { JobOrigin } from './rows.ts';

export interface JobRow extends Keyed {
  readonly job_id: string;
  readonly local_conversation_id: string;
  readonly status: JobStatus;
  readonly delivery_kind: 'proxy_delivery' | 'renewal';
  readonly origin: JobOrigin;
  readonly message_text: string;
  readonly artifact_id: string | null;
  readonly assistant_message_id: string | null;
  readonly user_message_id: string | null;
  readonly attempt_count: number;
  readonly max_attempts: number;
  readonly last_error_code: ErrorCode | null;
  readonly last_error_text: string | null;
  readonly due_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly final_anchor_id: string | null;
}

const JOB = `j.job_id, c.local_conversation_id, j.status, j.delivery_kind, j.origin, j.message_text, j.assistant_message_id,
  j.user_message_id, j.attempt_count, j.max_attempts, j.last_error_code, j.last_error_text, j.due_at, j.created_at,
  j.updated_at, j.started_at, j.finished_at, j.final_anchor_id,
  (select a.artifact_id from artifacts a where a.artifact_id = j.job_id) as artifact_id
  from delivery_jobs j cross join conversations c on c.conversation_key = j.conversation_key`;

export interface WorkFilter<Status> {
  readonly conversationKey?: string | undefined;
  readonly status?: Status | undefined;
}

export function listJobs(
  statements: Statements,
  { conversationKey, status }: WorkFilter<JobStatus>,
  page: PageWish,
): Page<JobRow> {
  return readPage<JobRow>(
    statements,
    {
      select: JOB,
      where: [
        conversationKey === undefined ? null : ['j.conversation_key = ?', conversationKey],
        status === undefined ? null : ['j.status = ?', status],
      ],
      key: ['j.created_at', 'j.job_id'],
    },
    page,
  );
}

export function readJob(statements: Statements, jobId: string): JobRow | null {
  return statements.get<JobRow>(
    `select j.created_at as key_at, j.job_id as key_id, ${JOB} where j.job_id = ?`,
    jobId,
  );
}

/** What of a conversation is not over yet. */
export interface OpenWork {
  /** Actions that run, or are about to. */
  readonly actions: number;
  /** Actions that wait for a person. */
  readonly approvals: number;
  readonly deliveries: number;
}

export function readOpenWork(statements: Statements, localConversationId: string): OpenWork {
  const open = statements.get<OpenWork>(
    `select
       (select count(*) from instructions i where i.conversation_key = c.conversation_key
          and i.status not in ('succeeded', 'failed')
          and i.status not in ('awaiting_approval', 'outcome_unknown')) as actions,
       (select count(*) from instructions i where i.conversation_key = c.conversation_key
          and i.status not in ('succeeded', 'failed')
          and i.status in ('awaiting_approval', 'outcome_unknown')) as approvals,
       (select count(*) from delivery_jobs j where j.conversation_key = c.conversation_key
          and j.status not in ('finalized', 'failed')) as deliveries
     from conversations c where c.local_conversation_id = ?`,
    localConversationId,
  );
  return open ?? { actions: 0, approvals: 0, deliveries: 0 };
}
