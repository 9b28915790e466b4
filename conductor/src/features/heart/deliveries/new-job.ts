import { type AuditEvent, insert, joinPlans, type Plan, plan } from '../../../engine/plan.ts';
import type { Artifact } from '../artifacts/feature.ts';
import { type Conversation, noteForeignWords } from '../conversations/feature.ts';
import { type DeliveryJob, type JobOrigin, DELIVERY_JOBS } from './rows.ts';
import { ARTIFACTS } from '../artifacts/rows.ts';
import { dispatch } from './effects.ts';
import { conversationChanged } from '../conversations/effects.ts';

/** Fields of a new job. */
export interface JobRequest {
  readonly jobId: string;
  readonly conversationKey: Conversation['conversationKey'];
  readonly assistantMessageId: string | null;
  readonly messageText: string;
  /** Words in the message that are not the assistant's, also those that were cut; null: none. */
  readonly foreignText: string | null;
  readonly origin: JobOrigin;
  readonly chain: readonly string[];
  readonly dedupeKey: string;
  readonly maxAttempts: number;
  readonly now: number;
  readonly actor: AuditEvent['actor'];
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The artifact of the whole text, if `messageText` is only a part of it; null or left out: it is all. */
  readonly stored?: StoredText | null;
  /** The conversation that the artifact belongs to. Left out: the one that the message goes to. */
  readonly storedIn?: Conversation['conversationKey'];
}

type StoredText = Pick<Artifact, 'artifactId' | 'name' | 'mediaType' | 'sizeBytes' | 'sha256'>;

/** A new job, and the plan that stores it with its audit event. */
export function newJob(request: JobRequest): { readonly job: DeliveryJob; readonly plan: Plan } {
  const { now, actor, detail, stored = null, storedIn, foreignText, ...named } = request;
  const job: DeliveryJob = {
    ...named,
    deliveryKind: request.origin === 'renewal' ? 'renewal' : 'proxy_delivery',
    status: 'pending',
    attemptCount: 0,
    lastErrorCode: null,
    lastErrorText: null,
    clientId: null,
    reconcile: false,
    dueAt: null,
    userMessageId: null,
    finalAnchorId: null,
    dismissedAt: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    finishedAt: null,
    version: 1,
  };
  const { jobId, conversationKey } = job;
  return {
    job,
    plan: joinPlans(
      plan({
        changes: [
          insert(DELIVERY_JOBS, job),
          ...(stored === null
            ? []
            : [
                insert(ARTIFACTS, {
                  ...stored,
                  conversationKey: storedIn ?? conversationKey,
                  instructionId: null,
                  createdAt: now,
                  version: 1,
                }),
              ]),
        ],
        events: [
          {
            type: 'delivery_job.created',
            subjectId: jobId,
            conversationKey,
            actor,
            at: now,
            detail: {
              origin: request.origin,
              ...(stored !== null && { artifact_id: stored.artifactId }),
              ...detail,
            },
          },
        ],
        effects: [dispatch(), conversationChanged({ conversationKey })],
      }),
      noteForeignWords({
        conversationKey,
        text: foreignText ?? '',
        source: 'message',
        sourceId: jobId,
        now,
      }),
    ),
  };
}
