import type { ErrorCode } from '../../../../shared/model/error-codes.ts';
import type { JobStatus } from './delivery-job.machine.ts';

export interface DeliveriesChanges {
  /** The try is the browser's: what it says of it counts, however late. */
  note_holder: { readonly jobId: string; readonly attempt: number; readonly clientId: string };
}

/** One move of a job, as it was: the row may have moved on in the same commit. */
export interface JobMoved {
  readonly status: JobStatus;
  readonly errorCode: ErrorCode | null;
  /** Since it was made. */
  readonly ageMs: number;
}

declare module '../../engine/plan.ts' {
  interface Changes extends DeliveriesChanges {}
  interface Effects {
    /** Something may be ready to go out. */
    dispatch: unknown;
    /** Whoever waits for this job to end may look. */
    job_changed: { readonly jobId: string; readonly change: JobMoved };
  }
}
