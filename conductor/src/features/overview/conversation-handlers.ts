import type { ApiError, Caller } from '../../../../shared/api/operation.ts';
import type { Handlers } from '../../../../shared/api/operations.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import {
  type CodedError,
  ERROR_CODES,
  type ErrorCode,
} from '../../../../shared/model/error-codes.ts';
import { unknown } from '../../engine/not-found.ts';
import type { Clock, IdSource, Store } from '../../engine/runtime.ts';
import type { ConversationPort } from '../actions/feature.ts';
import type { Presence } from '../browsers/feature.ts';
import {
  type ConversationView,
  deleteConversation,
  type MessageView,
  setConversationMode,
  updateConversation,
} from '../conversations/feature.ts';
import {
  cancelDelivery,
  enqueueMessage,
  type EnqueueOutcome,
  fitMessage,
  type FittingMessage,
  type JobView,
  type JobWaiter,
  type MessageFitting,
  nearNames,
  type OpenWork,
  retryDelivery,
  startConversation,
  type Until,
} from '../deliveries/feature.ts';
import {
  afterQuietHours,
  isTimeZone,
  minuteOfDay,
  setRenewal,
  stopRenewal,
} from '../renewals/feature.ts';
import type { Reads } from '../../engine/reads.ts';
import type { Lookups } from './reads.ts';

export type ConversationHandlers = Pick<
  Handlers,
  | 'startConversation'
  | 'updateConversation'
  | 'setMode'
  | 'deleteConversation'
  | 'setRenewal'
  | 'stopRenewal'
  | 'sendMessage'
  | 'waitForJob'
  | 'retryJob'
  | 'cancelJob'
>;

export interface ConversationDeps extends MessageFitting {
  readonly store: Store;
  readonly read: Reads;
  readonly reads: Lookups;
  readonly presence: Presence;
  readonly waiter: JobWaiter;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
}

interface Sent {
  job: JobView;
  reply: MessageView | null;
  timed_out: boolean;
  open: OpenWork;
}

/** What a person, or a program of theirs, does with conversations and deliveries. */
export function createConversationHandlers(deps: ConversationDeps): ConversationHandlers {
  const { store, reads, presence, waiter, now, newId, finalTimeoutMs, maxAttempts } = deps;

  /** The conversation as it is now; its own id is what the steps know it by. */
  function named(id: string): Result<ConversationView, ApiError> {
    const conversation = reads.conversation(id);
    return conversation === null ? err(unknown('conversation', id, 'params.id')) : ok(conversation);
  }

  /** Runs `change` on the conversation named and answers with how it stands after it. */
  async function changed(
    id: string,
    change: (localConversationId: string) => Promise<string>,
  ): Promise<Result<ConversationView, ApiError>> {
    const conversation = named(id);
    if (!conversation.ok) return conversation;
    const { local_conversation_id: localId, mode, draining } = conversation.value;
    const outcome = await change(localId);
    if (outcome === 'invalid_transition') {
      const text = `The conversation is ${draining ? 'draining' : mode}: that mode cannot follow it.`;
      return err({ code: 'invalid_transition', text });
    }
    return named(localId);
  }

  async function wait(
    jobId: string,
    goal: Until | 'none',
    timeoutMs: number,
    { signal }: Caller,
  ): Promise<Sent | null> {
    const came = goal === 'none' || (await waiter.until(jobId, goal, { timeoutMs, signal }));
    const job = reads.job(jobId);
    if (job === null) return null;
    const { local_conversation_id: localId, status } = job;
    const isSettled = came && goal === 'settled' && status === 'finalized';
    const reply = isSettled ? reads.newestReply(localId) : reads.replyTo(jobId);
    return { job, reply, timed_out: !came, open: reads.openWork(localId) };
  }

  const dedupeKeyOf = (caller: Caller, jobId: string) => `send:${caller.idempotencyKey ?? jobId}`;

  return {
    async startConversation({ query, body: { platform, text, mode, title } }, caller) {
      const startable = presence.startable();
      if (!startable.includes(platform)) {
        const text = `No connected browser can start a conversation on ${platform}. ${where(platform, startable)}`;
        return err({ code: 'missing_route', text, field: 'body.platform' });
      }
      const jobId = newId();
      const fitting = await fitMessage(text, { jobId, platform }, deps);
      if (!fitting.ok) return err({ ...fitting.error, field: 'body.text' });
      const started = await committed(
        store.run(startConversation, {
          platform,
          text: fitting.value.text,
          said: text,
          kept: fitting.value.kept,
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
      const conversation = sent && reads.conversation(sent.job.local_conversation_id);
      return sent && conversation
        ? ok({ conversation, ...sent })
        : err(unknown('job', started.jobId, 'params.id'));
    },

    updateConversation: async ({ params: { id }, body }, { via }) =>
      changed(id, (localConversationId) => {
        const { title, labels, stale_anchors, final_timeout_ms } = body;
        const wish = {
          ...(title !== undefined && { title }),
          ...(labels !== undefined && { labels }),
          ...(stale_anchors !== undefined && { staleAnchors: stale_anchors }),
          ...(final_timeout_ms !== undefined && { finalTimeoutMs: final_timeout_ms }),
        };
        const by = { actor: 'person', via, now: now() } as const;
        return store.run(updateConversation, { localConversationId, wish, ...by });
      }),

    setMode: async ({ params: { id }, body: { mode, reason } }) =>
      changed(id, (localConversationId) => {
        const wish = { localConversationId, mode, reason, actor: 'person', now: now() } as const;
        return store.run(setConversationMode, wish);
      }),

    async deleteConversation({ params: { id } }, { via }) {
      const conversation = named(id);
      if (!conversation.ok) return conversation;
      const { local_conversation_id: localConversationId } = conversation.value;
      const by = { actor: 'person', via, now: now() } as const;
      await store.run(deleteConversation, { localConversationId, ...by });
      return ok({ deleted: true });
    },

    async setRenewal({ params: { id }, body }, { via }) {
      const conversation = named(id);
      if (!conversation.ok) return conversation;
      const { quiet_hours: quiet } = body;
      if (quiet !== null && !isTimeZone(quiet.time_zone)) {
        const field = 'body.quiet_hours.time_zone';
        const text = `${field}: is an IANA zone, as Europe/Berlin.`;
        return err({ code: 'invalid_request', text, field });
      }
      const wish = {
        goal: body.goal,
        message: body.message,
        spacingMs: body.spacing_ms,
        maxTurns: body.max_turns,
        stopPhrase: body.stop_phrase,
        quietFromMinute: quiet?.from_minute ?? null,
        quietToMinute: quiet?.to_minute ?? null,
        timeZone: quiet?.time_zone ?? null,
      };
      const { local_conversation_id: localConversationId } = conversation.value;
      const firstDueAt = afterQuietHours(wish, now() + wish.spacingMs, (at) =>
        minuteOfDay(wish.timeZone, at),
      );
      const by = { actor: 'person', via, now: now() } as const;
      await store.run(setRenewal, { localConversationId, wish, firstDueAt, ...by });
      return renewalOf(localConversationId);
    },

    async stopRenewal({ params: { id } }, { via }) {
      const conversation = named(id);
      if (!conversation.ok) return conversation;
      const { local_conversation_id: localConversationId } = conversation.value;
      const by = { actor: 'person', via, now: now() } as const;
      const outcome = await store.run(stopRenewal, { localConversationId, ...by });
      return outcome === 'not_found'
        ? err({ code: 'not_found', text: `Conversation ${id} has no renewal.`, field: 'params.id' })
        : renewalOf(localConversationId);
    },

    async sendMessage({ params: { id }, query, body: { text } }, caller) {
      const conversation = named(id);
      if (!conversation.ok) return conversation;
      const jobId = newId();
      const { platform, local_conversation_id: localConversationId } = conversation.value;
      const fitting = await fitMessage(text, { jobId, platform }, deps);
      if (!fitting.ok) return err({ ...fitting.error, field: 'body.text' });
      const queued = await committed(
        store.run(enqueueMessage, {
          localConversationId,
          text: fitting.value.text,
          said: text,
          kept: fitting.value.kept,
          jobId,
          dedupeKey: dedupeKeyOf(caller, jobId),
          origin: 'person',
          chain: [],
          maxAttempts,
          now: now(),
          actor: 'person',
          via: caller.via,
        }),
        fitting.value,
      );
      if (!queued.ok) return err(refused(queued.code));
      const sent = await wait(queued.jobId, query.wait, query.timeout_ms, caller);
      return sent === null ? err(unknown('job', queued.jobId, 'params.id')) : ok(sent);
    },

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

    async cancelJob({ params: { id } }) {
      const step = { jobId: id, actor: 'person', now: now() } as const;
      const outcome = await store.run(cancelDelivery, step);
      return jobAfter(id, outcome, 'only one that is not in the conversation yet can be cancelled');
    },
  };

  function renewalOf(id: string): Result<NonNullable<ConversationView['renewal']>, ApiError> {
    const renewal = reads.conversation(id)?.renewal ?? null;
    return renewal === null ? err(unknown('conversation', id, 'params.id')) : ok(renewal);
  }

  function jobAfter(id: string, outcome: string, rule: string): Result<JobView, ApiError> {
    const job = reads.job(id);
    if (outcome === 'not_found' || job === null) return err(unknown('job', id, 'params.id'));
    if (outcome === 'invalid_transition') {
      return err({ code: 'invalid_transition', text: `The job is ${job.status}; ${rule}.` });
    }
    return ok(job);
  }
}

/** Until its row is committed, nothing but this holds the content. */
async function committed(
  enqueued: Promise<EnqueueOutcome>,
  { release }: FittingMessage,
): Promise<EnqueueOutcome> {
  try {
    return await enqueued;
  } finally {
    release();
  }
}

function refused(code: ErrorCode): CodedError {
  const { meaning, remedy } = ERROR_CODES[code];
  return { code, text: `${meaning} ${remedy}` };
}

/** How one chat reaches another: the same steps a person's messages go through. */
export function createConversationPort(deps: ConversationDeps): ConversationPort {
  const { store, read, reads, waiter, now, newId, maxAttempts } = deps;
  return {
    async list(query, limit) {
      return read.reachableConversations(query, limit).map((row) => ({
        localConversationId: row.local_conversation_id,
        platform: row.platform,
        title: row.title,
        mode: row.mode,
      }));
    },

    async send({ from, chain, to, text, dedupeKey }) {
      const jobId = newId();
      const platform = reads.conversation(to)?.platform ?? '';
      const fitting = await fitMessage(text, { jobId, platform }, deps);
      if (!fitting.ok) return fitting;
      const queued = await committed(
        store.run(enqueueMessage, {
          localConversationId: to,
          text: fitting.value.text,
          said: text,
          kept: fitting.value.kept,
          jobId,
          dedupeKey,
          origin: 'conversation',
          chain,
          maxAttempts,
          now: now(),
          actor: 'conductor',
          via: from,
        }),
        fitting.value,
      );
      if (queued.ok) return ok({ jobId: queued.jobId });
      if (queued.code !== 'not_found') return err(refused(queued.code));
      return err({ code: 'not_found', text: `There is no conversation ${to}.` });
    },

    async waitForFinal(jobId, signal) {
      const came = await waiter.until(jobId, 'final', { timeoutMs: LONGEST_WAIT_MS, signal });
      const reply = reads.replyTo(jobId);
      if (reply !== null) return ok({ text: reply.text, assistantMessageId: reply.message_id });
      if (!came) return err({ code: 'cancelled', text: 'The wait for the reply was given up.' });
      const gone = { code: 'not_found', text: 'The other conversation, or the message, is gone.' };
      return err(reads.job(jobId)?.error ?? (gone as CodedError));
    },
  };
}

/** Longer than any job lives without a reply. */
const LONGEST_WAIT_MS = 8 * 86_400_000;

function where(platform: string, startable: readonly string[]): string {
  const near = nearNames(platform, startable);
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`;
  if (startable.length === 0) return 'Open the site once in a paired browser.';
  return `Open the site once in a paired browser; it can be done on ${startable.join(', ')}.`;
}
