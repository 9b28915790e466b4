import { changeJob } from '../job-changes.ts';
import { joinPlans, plan, type Plan } from '../plan.ts';
import type { Conversation, DeliveryJob } from '../rows.ts';
import type { Asks, Step } from '../step.ts';

/** The browsers connected now, the longest connected first, and what each can serve. */
export interface LiveClient {
  readonly clientId: string;
  /** Keys of conversations it has a usable runtime for. */
  readonly conversationKeys: ReadonlySet<string>;
}

export interface DispatchInput {
  readonly live: readonly LiveClient[];
  /** Browsers that are connected, or left so recently that their leases still stand. */
  readonly leaseholders: readonly string[];
  readonly now: number;
}

const BATCH = 64;

/** How many jobs went out. More may wait when it is a whole batch. */
export interface Dispatched {
  readonly count: number;
  readonly more: boolean;
}

/**
 * Gives each conversation that may send, and has nothing in flight, its oldest job (design section 3).
 * A job whose browser is gone for longer than the lease goes to another, which looks before it sends.
 */
export const dispatchDeliveries: Step<
  DispatchInput,
  {
    readonly ready: Asks<'dispatchable'>;
    readonly lost: Asks<'leasedElsewhere'>;
  },
  Dispatched
> = {
  name: 'dispatch deliveries',
  load({ live, leaseholders }) {
    const conversationKeys = [...new Set(live.flatMap((client) => [...client.conversationKeys]))];
    return {
      ready: { ask: 'dispatchable', conversationKeys, limit: BATCH },
      lost: { ask: 'leasedElsewhere', clientIds: leaseholders, conversationKeys, limit: BATCH },
    };
  },
  decide({ ready, lost }, input) {
    const plans = [
      ...ready.map(({ job, conversation }) => hand(job, conversation, 'DISPATCH', input)),
      ...lost.map(({ job, conversation }) => hand(job, conversation, 'LEASE_LOST', input)),
    ].filter((one) => one !== null);
    return {
      plan: joinPlans(...plans),
      outcome: { count: plans.length, more: ready.length === BATCH || lost.length === BATCH },
    };
  },
};

function hand(
  job: DeliveryJob,
  conversation: Conversation,
  type: 'DISPATCH' | 'LEASE_LOST',
  { live, now }: DispatchInput,
): Plan | null {
  const able = live.filter((client) => client.conversationKeys.has(conversation.conversationKey));
  const client = able.find(({ clientId }) => clientId === job.clientId) ?? able[0];
  if (client === undefined) return null;
  const attempt = job.attemptCount + 1;
  const reconcile = job.reconcile || type === 'LEASE_LOST';
  return joinPlans(
    changeJob({
      job,
      event: { type },
      now,
      actor: 'conductor',
      set: {
        clientId: client.clientId,
        attemptCount: attempt,
        reconcile,
        startedAt: job.startedAt ?? now,
      },
      detail: { client_id: client.clientId, attempt, reconcile },
    }),
    plan({
      frames: [
        ...(job.clientId !== null && job.clientId !== client.clientId
          ? [
              {
                clientId: job.clientId,
                frame: { type: 'delivery.cancel' as const, job_id: job.jobId },
              },
            ]
          : []),
        {
          clientId: client.clientId,
          frame: {
            type: 'delivery.enqueue',
            job_id: job.jobId,
            platform: conversation.platform,
            remote_conversation_id: conversation.remoteConversationId,
            local_conversation_id: conversation.localConversationId,
            assistant_message_id: job.assistantMessageId,
            message_text: job.messageText,
            delivery_kind: job.deliveryKind,
            attempt,
            reconcile,
          },
        },
      ],
    }),
  );
}
