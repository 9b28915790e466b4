import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import type { JobStatus } from './delivery-job.machine.ts';
import { effect } from '../../../engine/plan.ts';
import { type Nothing } from '../../../engine/query.ts';

/** Result of one change of a job: the row may have changed again in the same commit. */
export interface JobMoved {
  readonly status: JobStatus;
  readonly errorCode: ErrorCode | null;
  /** Milliseconds since the job was made. */
  readonly ageMs: number;
}

/** Some job may be ready to be dispatched. */
export const dispatch = effect<Nothing>('dispatch');
/** The job changed: who waits for its end looks again. */
export const jobChanged = effect<{ readonly jobId: string; readonly change: JobMoved }>(
  'jobChanged',
);
