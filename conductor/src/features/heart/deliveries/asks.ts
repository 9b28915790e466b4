import { query } from '../../../engine/query.ts';
import type { Message } from '../conversations/queries.ts';
import type { JobStatus } from './delivery-job.machine.ts';

/** Counts of what has not ended in a conversation. */
export interface OpenWork {
  /** Actions that run or are about to. */
  readonly actions: number;
  /** Actions that wait for a person. */
  readonly approvals: number;
  readonly deliveries: number;
}

/** How far a job is, for who waits for it. */
export interface JobProgress {
  readonly status: JobStatus;
  /** True if the job is finalized, and no delivery or action of its conversation is open. */
  readonly isSettled: boolean;
}

/** The reply that finalized a delivery. */
export const replyTo = query<{ readonly jobId: string }, Message | null>('replyTo');
/** The newest reply that was seen in the conversation of a delivery. */
export const newestReply = query<{ readonly jobId: string }, Message | null>('newestReply');
export const jobProgress = query<{ readonly jobId: string }, JobProgress | null>('jobProgress');
/** Counts of open work in the conversation of a job. */
export const openWork = query<{ readonly jobId: string }, OpenWork>('openWork');
