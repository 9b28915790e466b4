import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import type { JobStatus } from './delivery-job.machine.ts';

/** Result of one change of a job: the row may have changed again in the same commit. */
export interface JobMoved {
  readonly status: JobStatus;
  readonly errorCode: ErrorCode | null;
  /** Milliseconds since the job was made. */
  readonly ageMs: number;
}

/** Effects that may follow a commit of this feature. */
export interface DeliveriesEffects {
  /** Some job may be ready to be dispatched. */
  dispatch: unknown;
  /** The job changed: who waits for its end looks again. */
  job_changed: { readonly jobId: string; readonly change: JobMoved };
}

declare module '../../../engine/plan.ts' {
  interface Effects extends DeliveriesEffects {}
}
