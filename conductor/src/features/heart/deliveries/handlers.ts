import type { deliveriesOperations } from '../../../../../shared/api/deliveries.ts';
import type { ApiError, Caller } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, unknown } from '../../../engine/not-found.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import {
  type ConversationLookup,
  listPage,
  type MessageView,
  messageView,
} from '../conversations/feature.ts';
import { committed, fitMessage, type MessageFitting } from './fit-message.ts';
import type { JobWaiter, Until } from './job-waiter.ts';
import { nearNames } from '../../../baa/near-names.ts';
import type { OpenWork } from './queries.ts';
import { refused } from './refused.ts';
import { cancelDelivery } from './steps/cancel-delivery.ts';
import { confirmDelivery } from './steps/confirm-delivery.ts';
import { enqueueMessage } from './steps/enqueue-message.ts';
import { retryDelivery } from './steps/retry-delivery.ts';
import { startConversation } from './steps/start-conversation.ts';
import { unparkAccount } from './steps/unpark-account.ts';
import { type JobView, jobView } from './views.ts';
import * as deliveries from './queries.ts';

interface Sent {
  job: JobView;
  reply: MessageView | null;
  timed_out: boolean;
  open: OpenWork;
}

/** Handlers that send messages and show what became of them. */
export function createDeliveryHandlers(
  { store, read, now, newId, settings: { finalTimeoutMs, maxAttempts } }: Kit,
  deps: MessageFitting & {
    readonly presence: Presence;
    readonly lookUp: ConversationLookup;
    readonly waiter: JobWaiter;
  },
): HandlersOf<typeof deliveriesOperations> {
  const { presence, lookUp, waiter } = deps;

  async function jobOf(id: string): Promise<JobView | null> {
    const row = await read.one(deliveries.shownJob({ jobId: id }));
    return row && jobView(row);
  }

  async function wait(
    jobId: string,
    goal: Until | 'none',
    timeoutMs: number,
    { signal }: Caller,
  ): Promise<Sent | null> {
    const came = goal === 'none' || (await waiter.until(jobId, goal, { timeoutMs, signal }));
    const { job, reply, open } = await read.snapshot({
      job: deliveries.shownJob({ jobId }),
      reply: (came && goal === 'settled' ? deliveries.newestReply : deliveries.replyTo)({ jobId }),
      open: deliveries.openWork({ jobId }),
    });
    if (job === null) return null;
    return {
      job: jobView(job),
      // One that failed has none: the newest is another's.
      reply: reply && job.job.status === 'finalized' ? messageView(reply) : null,
      timed_out: !came,
      open,
    };
  }

  const dedupeKeyOf = (caller: Caller, jobId: string) => `send:${caller.idempotencyKey ?? jobId}`;

  async function jobAfter(
    id: string,
    outcome: string,
    rule: string,
  ): Promise<Result<JobView, ApiError>> {
    const job = await jobOf(id);
    if (outcome === 'not_found' || job === null) return err(unknown('job', id, 'params.id'));
    if (outcome === 'invalid_transition') {
      return err({ code: 'invalid_transition', text: `The job is ${job.status}; ${rule}.` });
    }
    return ok(job);
  }

  return {
    async startConversation({ query, body: { platform, text, mode, title } }, caller) {
      const startable = presence.startable();
      if (!startable.includes(platform)) {
        const why = `No connected browser can start a conversation on ${platform}. ${where(platform, startable)}`;
        return err({ code: 'missing_route', text: why, field: 'body.platform' });
      }
      const jobId = newId();
      const fitting = await fitMessage(text, { jobId, platform }, deps);
      if (!fitting.ok) return err({ ...fitting.error, field: 'body.text' });
      const started = await committed(
        store.run(startConversation, {
          platform,
          text: fitting.value.text,
          fullText: text,
          stored: fitting.value.stored,
          mode,
          title,
          localConversationId: newId(),
          jobId,
          dedupeKey: dedupeKeyOf(caller, jobId),
          finalTimeoutMs,
          maxAttempts,
          now: now(),
          actor: 'person',
          via: caller.via,
        }),
        fitting.value,
      );
      if (!started.ok) return err(refused(started.code));
      const sent = await wait(started.jobId, query.wait, query.timeout_ms, caller);
      const conversation = sent && (await lookUp.find(sent.job.local_conversation_id));
      return sent && conversation
        ? ok({ conversation, ...sent })
        : err(unknown('job', started.jobId, 'params.id'));
    },

    async sendMessage({ params: { id }, query, body: { text } }, caller) {
      const conversation = await lookUp.named(id);
      if (!conversation.ok) return conversation;
      const jobId = newId();
      const { platform, local_conversation_id: localConversationId } = conversation.value;
      const fitting = await fitMessage(text, { jobId, platform }, deps);
      if (!fitting.ok) return err({ ...fitting.error, field: 'body.text' });
      const queued = await committed(
        store.run(enqueueMessage, {
          localConversationId,
          text: fitting.value.text,
          fullText: text,
          stored: fitting.value.stored,
          jobId,
          dedupeKey: dedupeKeyOf(caller, jobId),
          origin: 'person',
          chain: [],
          maxAttempts,
          now: now(),
          actor: 'person',
          via: caller.via,
          teller: null,
        }),
        fitting.value,
      );
      if (!queued.ok) return err(refused(queued.code));
      const sent = await wait(queued.jobId, query.wait, query.timeout_ms, caller);
      return sent === null ? err(unknown('job', queued.jobId, 'params.id')) : ok(sent);
    },

    listJobs: async ({ query: { conversation, status, id: idStart, ...query } }) =>
      listPage(
        { conversation, ...query },
        (page) => read.one(deliveries.shownJobs({ conversation, status, idStart, page })),
        jobView,
      ),
    getJob: async ({ params: { id } }) => found(await jobOf(id), 'job', id),

    async waitForJob({ params: { id }, query: { until, timeout_ms } }, caller) {
      const sent = await wait(id, until, timeout_ms, caller);
      return sent === null ? err(unknown('job', id, 'params.id')) : ok(sent);
    },

    async retryJob({ params: { id } }) {
      const outcome = await store.run(retryDelivery, { jobId: id, maxAttempts, now: now() });
      return jobAfter(
        id,
        outcome,
        'only a failed one whose message is not in the conversation goes out again',
      );
    },

    async resendJob({ params: { id } }) {
      const step = { jobId: id, anyway: true, maxAttempts, now: now() };
      const outcome = await store.run(retryDelivery, step);
      return jobAfter(id, outcome, 'only one that nobody could tell of goes out without a look');
    },

    async confirmJob({ params: { id } }, { via }) {
      const outcome = await store.run(confirmDelivery, { jobId: id, via, now: now() });
      return jobAfter(id, outcome, 'only one that nobody could tell of is found by a person');
    },

    async cancelJob({ params: { id } }) {
      const step = { jobId: id, actor: 'person', now: now() } as const;
      const outcome = await store.run(cancelDelivery, step);
      return jobAfter(
        id,
        outcome,
        'only one that has not ended, and that no agent or program works on, can be cancelled',
      );
    },

    async unparkAccount({ params: { id } }, { via }) {
      const outcome = await store.run(unparkAccount, { accountKey: id, via, now: now() });
      if (outcome === null) return err(unknown('account', id, 'params.id'));
      return ok({ account_key: id, was_parked_until: outcome.was, deliveries: outcome.jobs });
    },
  };
}

function where(platform: string, startable: readonly string[]): string {
  const near = nearNames(platform, startable);
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`;
  if (startable.length === 0) return 'Open the site once in a paired browser.';
  return `Open the site once in a paired browser; it can be done on ${startable.join(', ')}.`;
}
