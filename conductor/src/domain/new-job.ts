import type { AuditEvent } from './plan.ts';
import { insert, plan, type Plan } from './plan.ts';
import type { Conversation, DeliveryJob, JobOrigin } from './rows.ts';

export interface JobWish {
  readonly jobId: string;
  readonly conversationKey: Conversation['conversationKey'];
  readonly assistantMessageId: string | null;
  readonly messageText: string;
  readonly origin: JobOrigin;
  readonly chain: readonly string[];
  readonly dedupeKey: string;
  readonly maxAttempts: number;
  readonly now: number;
  readonly actor: AuditEvent['actor'];
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A text on its way into a conversation, with its audit event. */
export function newJob(wish: JobWish): { readonly job: DeliveryJob; readonly plan: Plan } {
  const { now, actor, detail, ...named } = wish;
  const job: DeliveryJob = {
    ...named,
    deliveryKind: wish.origin === 'renewal' ? 'renewal' : 'proxy_delivery',
    status: 'pending',
    attemptCount: 0,
    lastErrorCode: null,
    lastErrorText: null,
    clientId: null,
    reconcile: false,
    dueAt: null,
    userMessageId: null,
    finalAnchorId: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    finishedAt: null,
    version: 1,
  };
  const { jobId, conversationKey } = job;
  return {
    job,
    plan: plan({
      changes: [insert('deliveryJobs', job)],
      events: [
        {
          type: 'delivery_job.created',
          subjectId: jobId,
          conversationKey,
          actor,
          at: now,
          detail: { origin: wish.origin, ...detail },
        },
      ],
      effects: [{ kind: 'dispatch' }, { kind: 'conversation_changed', conversationKey }],
    }),
  };
}
