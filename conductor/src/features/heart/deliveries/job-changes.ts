import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { type AuditEvent, type Plan, plan, update } from '../../../engine/plan.ts';
import { type JobEvent, type JobStatus, jobTable } from './delivery-job.machine.ts';
import { type DeliveryJob, DELIVERY_JOBS } from './rows.ts';
import { conversationChanged } from '../conversations/effects.ts';
import { jobChanged } from './effects.ts';

/** An event of a job, with what is set beside its status. */
export interface JobChange {
  readonly job: DeliveryJob;
  readonly event: JobEvent;
  readonly now: number;
  readonly actor: AuditEvent['actor'];
  /** Columns that are set together with the status. */
  readonly set?: Partial<DeliveryJob>;
  readonly error?: CodedError;
  readonly detail?: Readonly<Record<string, unknown>>;
}

const ENDED: readonly JobStatus[] = ['finalized', 'failed'];

function endOf({ status, finishedAt }: DeliveryJob, now: number): number | null {
  return ENDED.includes(status) ? finishedAt : now;
}

/** The plan that applies an event to a job, with its audit event. Throws InvalidTransition. */
export function changeJob({ job, event, now, actor, set, error, detail }: JobChange): Plan {
  const status = jobTable.next(job.status, event);
  return plan({
    changes: [
      update(DELIVERY_JOBS, job, {
        dueAt: null,
        ...set,
        status,
        ...(error && { lastErrorCode: error.code, lastErrorText: error.text }),
        updatedAt: now,
        finishedAt: ENDED.includes(status) ? endOf(job, now) : null,
      }),
    ],
    events: [
      {
        type: `delivery_job.${event.type.toLowerCase()}`,
        subjectId: job.jobId,
        conversationKey: job.conversationKey,
        actor,
        at: now,
        detail: { from: job.status, to: status, ...(error && { code: error.code }), ...detail },
      },
    ],
    effects: [
      conversationChanged({ conversationKey: job.conversationKey }),
      jobChanged({
        jobId: job.jobId,
        change: {
          status,
          errorCode: error?.code ?? set?.lastErrorCode ?? job.lastErrorCode,
          ageMs: now - job.createdAt,
        },
      }),
    ],
  });
}
