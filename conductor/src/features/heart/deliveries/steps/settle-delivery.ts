import { accountKeyOf } from '../../../../../../shared/model/account-key.ts';
import { conversationRef } from '../../../../../../shared/model/conversation-key.ts';
import { type CodedError, ERROR_CODES } from '../../../../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import {
  insert,
  joinPlans,
  plan,
  type Plan,
  update,
  numberClamped,
} from '../../../../engine/plan.ts';
import type { Refusal } from '../../../../engine/refusal.ts';
import type { Decision } from '../../../../engine/step.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import { type Conversation, seenAt, type UserTurn } from '../../conversations/feature.ts';
import { afterLimit, afterSuccess, newAccount } from '../account-pacing.ts';
import { jobTable } from '../delivery-job.machine.ts';
import { isOutcomeOpen } from '../is-outcome-open.ts';
import { changeJob } from '../job-changes.ts';
import { keptWait } from '../named-wait.ts';
import { retryDelayMs, type RetryPolicy } from '../retry-policy.ts';
import { type Account, type DeliveryJob, DELIVERY_JOBS, ACCOUNTS } from '../rows.ts';
import * as deliveries from '../queries.ts';
import * as conversations from '../../conversations/queries.ts';
import { USER_TURNS } from '../../conversations/rows.ts';
import { dispatch } from '../effects.ts';
import { conversationChanged } from '../../conversations/effects.ts';

/** Longest error text of a frame to a browser. */
const MAX_ERROR_LENGTH = 2_000;

/** A browser's report on an attempt. */
export interface SettleInput {
  readonly frame: FrameOf<'delivery.result'>;
  readonly clientId: string;
  readonly now: number;
  readonly retry: RetryPolicy;
  /** Jitter of this decision, from 0 up to 1. */
  readonly random: number;
}

/** Takes a browser's report on a job (docs/protocol/bridge.md, `delivery.result`). */
export const settleDelivery = fromClient({
  name: 'settle delivery',
  load: ({ frame, clientId }: SettleInput) => ({
    job: deliveries.job({ jobId: frame.job_id }),
    conversation: deliveries.conversationOfJob({ jobId: frame.job_id }),
    // The one that the frame names.
    byName: conversations.conversation({ ref: frame }),
    account: deliveries.accountOfJob({ jobId: frame.job_id }),
    turn: deliveries.userTurnOfJob({ jobId: frame.job_id }),
    // What a browser told of under the id that its turn has.
    told: conversations.userTurn({ refs: [frame], userMessageId: turnIdOf(frame) }),
    holder: deliveries.attemptHolder({ jobId: frame.job_id, attempt: frame.attempt }),
    ties: conversations.ties({ refs: [frame], clientId }),
  }),
  decide(
    { job, conversation, byName, account, turn, told, holder, ties },
    input,
  ): Decision<readonly Refusal[]> {
    if (job === null) return { plan: plan({}), outcome: [UNKNOWN_JOB] };
    // guard: result-in-place
    if (conversation === null || byName?.conversationKey !== job.conversationKey) {
      return {
        plan: noted(job, input, 'delivery_job.foreign_result'),
        outcome: [OTHER_CONVERSATION],
      };
    }
    // guard: result-of-holder
    if (holder !== input.clientId) {
      const isLost = holder === null && ties.includes(job.conversationKey);
      return {
        plan: isLost ? ofLostAttempt(job, input) : noted(job, input, 'delivery_job.foreign_result'),
        outcome: [NOT_HELD],
      };
    }
    return {
      plan: joinPlans(
        settle(job, { account, conversation }, input),
        input.frame.status === 'acked' && turn === null ? turnOf(job, told, input) : plan({}),
        input.frame.status === 'acked' ? released(account, input.now) : plan({}),
      ),
      outcome: [],
    };
  },
});

const UNKNOWN_JOB: Refusal = {
  code: 'not_found',
  path: 'job_id',
  message: 'There is no such delivery.',
};

const OTHER_CONVERSATION: Refusal = {
  code: 'not_held',
  path: 'remote_conversation_id',
  message: 'The delivery is of another conversation.',
};

const NOT_HELD: Refusal = {
  code: 'not_held',
  path: 'attempt',
  message: 'This browser was not given that try of the delivery.',
};

/**
 * The try was made in a time that this database does not know: it came back from a backup. What is still to go out is
 * looked for first.
 */
function ofLostAttempt(job: DeliveryJob, input: SettleInput): Plan {
  const { frame, now } = input;
  const note = noted(job, input, 'delivery_job.foreign_result');
  const waits = job.status === 'pending' || job.status === 'retry_wait';
  if (frame.status !== 'acked' || frame.attempt <= job.attemptCount || !waits) return note;
  const set = { reconcile: true, updatedAt: now };
  return joinPlans(plan({ changes: [update(DELIVERY_JOBS, job, set)] }), note);
}

/** Returns the site's id of the turn, or ours where the site tells none. */
function turnIdOf({ user_message_id, job_id }: SettleInput['frame']): string {
  return user_message_id ?? `job:${job_id}`;
}

/** Our message is a turn of the conversation from now on, also where a browser has taken it for a person's before. */
function turnOf(job: DeliveryJob, told: UserTurn | null, { frame, now }: SettleInput): Plan {
  const { jobId, conversationKey, messageText } = job;
  // guard: turn-of-job
  if (told !== null) {
    const set = { author: 'baton', jobId, rawText: messageText } as const;
    // One id for two messages is the browser's own confusion.
    return told.author === 'baton' ? plan({}) : plan({ changes: [update(USER_TURNS, told, set)] });
  }
  return plan({
    changes: [
      insert(USER_TURNS, {
        turnId: `${jobId}.turn`,
        conversationKey,
        userMessageId: turnIdOf(frame),
        rawText: messageText,
        author: 'baton',
        jobId,
        observedAt: seenAt(frame.observed_at, job.startedAt ?? job.createdAt, now),
        version: 1,
      }),
    ],
  });
}

function released(account: Account | null, now: number): Plan {
  if (account === null || account.parksInRow === 0) return plan({});
  return plan({ changes: [update(ACCOUNTS, account, afterSuccess(now))] });
}

/** Conversation and account whose limits the job's sends count against; the account is null before its first send. */
interface Sends {
  readonly account: Account | null;
  readonly conversation: Conversation;
}

/** The site limits the account: nothing of it goes out until then, whichever conversation it is of. */
function park(
  job: DeliveryJob,
  { account, conversation }: Sends,
  { frame, now }: SettleInput,
): { readonly until: number; readonly plan: Plan } {
  const { platform } = conversationRef(job.conversationKey);
  const accountKey = conversation.accountKey || accountKeyOf(platform, null);
  const known = account ?? newAccount(accountKey, platform, now);
  const reason = frame.error_message ?? 'The site limits sending.';
  const parked = afterLimit(known, frame.retry_after_ms, reason, now);
  return {
    until: parked.parkedUntil ?? now,
    plan: plan({
      changes: [
        account === null
          ? insert(ACCOUNTS, { ...known, ...parked })
          : update(ACCOUNTS, account, parked),
      ],
      events: [
        {
          type: 'account.parked',
          subjectId: known.accountKey,
          conversationKey: job.conversationKey,
          actor: 'conductor',
          at: now,
          detail: {
            until: parked.parkedUntil,
            named_by_site: frame.retry_after_ms !== null,
            ...named(frame),
          },
        },
      ],
    }),
  };
}

function settle(job: DeliveryJob, sends: Sends, input: SettleInput): Plan {
  const { frame, clientId, now } = input;
  const actor = `client:${clientId}` as const;
  const detail = { attempt: frame.attempt, diagnostic: frame.diagnostic };
  if (frame.status === 'acked') {
    // However late, and whoever holds the job by now: our turn is in the conversation, so it is never sent again.
    if (!jobTable.can(job.status, { type: 'ACKED' })) return ackedLate(job, input);
    const set = {
      dueAt: now + sends.conversation.finalTimeoutMs,
      userMessageId: frame.user_message_id,
      // It brought the message there: the reply is its to tell, whoever was to try after it.
      clientId,
      // What it waited for, or stumbled over, is behind it; the trail keeps it.
      lastErrorCode: null,
      lastErrorText: null,
    };
    return changeJob({ job, event: { type: 'ACKED' }, now, actor, set, detail });
  }
  // The reply is for whoever brought the message there to tell, whichever try that was, or whose try is the last.
  const speaks = job.clientId === clientId || job.attemptCount === frame.attempt;
  if (job.status === 'acked' && speaks && frame.error_code === 'no_reply') {
    return unanswered(job, sends, input);
  }
  const isHeld = job.clientId === clientId && job.attemptCount === frame.attempt;
  if (isHeld && isOutcomeOpen(job)) return toldLate(job, input);
  // Only the holder of the lease speaks for the try under way.
  if (!isHeld || job.status !== 'dispatched') return noted(job, input, 'delivery_job.late_result');
  if (frame.status === 'waiting') return waiting(job, input);
  const error: CodedError = { code: frame.error_code ?? 'internal', text: wordsOf(frame) };
  const limited = error.code === 'rate_limited';
  const parked = limited ? park(job, sends, input) : null;
  const allowed = ERROR_CODES[error.code].retry === 'later';
  // A limit is the account's matter: it uses up none of the job's tries.
  const retryable = limited || (allowed && job.attemptCount < job.maxAttempts);
  const delayMs = retryDelayMs(input.retry, job.attemptCount, input.random, frame.retry_after_ms);
  const dueAt = retryable ? (parked?.until ?? now + delayMs) : null;
  const failed = changeJob({
    job,
    event: { type: 'FAILED', retryable },
    now,
    actor,
    // An open question stays open until someone has looked, however many tries fail before they could.
    set: {
      dueAt,
      reconcile: job.reconcile || error.code === 'delivery_uncertain',
      ...(limited && { maxAttempts: job.maxAttempts + 1 }),
    },
    error: allowed && !retryable ? exhausted(job, error) : error,
    detail: { ...detail, ...named(frame) },
  });
  return joinPlans(failed, parked?.plan ?? plan({}), clamped(job, input));
}

/** The browser's words, and why a wait is not kept as the site named it. */
function wordsOf({ error_message, retry_after_ms }: SettleInput['frame']): string {
  const { note } = keptWait(retry_after_ms ?? 0);
  return [error_message, note].filter(Boolean).join(' ').slice(0, MAX_ERROR_LENGTH);
}

/** Returns both waits for the trail, where a wait is not kept as the site named it. */
function named({ retry_after_ms }: SettleInput['frame']): Readonly<Record<string, number>> {
  if (retry_after_ms === null || keptWait(retry_after_ms).note === null) return {};
  return { named_ms: retry_after_ms, kept_ms: keptWait(retry_after_ms).waitMs };
}

function clamped({ jobId }: DeliveryJob, { frame }: SettleInput): Plan {
  const { named_ms, kept_ms } = named(frame);
  if (named_ms === undefined || kept_ms === undefined) return plan({});
  const number = { field: 'retry_after_ms', subjectId: jobId, told: named_ms, kept: kept_ms };
  return plan({ effects: [numberClamped({ ...number })] });
}

/** The message is in the conversation and gets no reply: what waits behind it continues. */
function unanswered(job: DeliveryJob, sends: Sends, input: SettleInput): Plan {
  const { frame, clientId, now } = input;
  const isLimit = frame.retry_after_ms !== null;
  return joinPlans(
    changeJob({
      job,
      event: { type: 'NO_REPLY' },
      now,
      actor: `client:${clientId}`,
      error: { code: 'no_reply', text: wordsOf(frame) },
      detail: { attempt: frame.attempt, diagnostic: frame.diagnostic, ...named(frame) },
    }),
    isLimit ? park(job, sends, input).plan : plan({}),
    clamped(job, input),
    plan({ effects: [dispatch()] }),
  );
}

function exhausted(job: DeliveryJob, { code, text }: CodedError): CodedError {
  return {
    code: 'attempts_exhausted',
    text: `${job.attemptCount} tries; the last: ${code}: ${text}`.slice(0, MAX_ERROR_LENGTH),
  };
}

/**
 * Notes an ack that is too late to change the state. Should the job go out once more, its browser looks first, and
 * finds the message.
 */
function ackedLate(job: DeliveryJob, input: SettleInput): Plan {
  const note = noted(job, input, 'delivery_job.acked_again');
  // An earlier try sent what a later one found: the page that sees the reply come is that one's.
  const isSender = job.status === 'acked' && input.frame.attempt < job.attemptCount;
  if (isSender) {
    return joinPlans(
      plan({ changes: [update(DELIVERY_JOBS, job, { clientId: input.clientId })] }),
      note,
    );
  }
  if (job.status === 'acked' || job.status === 'finalized') return note;
  // It is known to be there, and a person who sends it again wants it there once more.
  if (job.lastErrorCode === 'no_reply') return note;
  const set = {
    reconcile: true,
    // Also where the site tells no name of it: that it is there is known.
    userMessageId: turnIdOf(input.frame),
    updatedAt: input.now,
  };
  return joinPlans(plan({ changes: [update(DELIVERY_JOBS, job, set)] }), note);
}

/** Notes a late report on a job that was taken back from the browser. */
function toldLate(job: DeliveryJob, input: SettleInput): Plan {
  const { frame, now } = input;
  const note = noted(job, input, 'delivery_job.late_result');
  if (frame.status !== 'failed' || frame.error_code === 'delivery_uncertain') return note;
  const set = { clientId: null, updatedAt: now };
  return joinPlans(plan({ changes: [update(DELIVERY_JOBS, job, set)] }), note);
}

/** Changes no state: the browser waits for something, and people may want to know for what. */
function waiting(job: DeliveryJob, input: SettleInput): Plan {
  const { frame, now } = input;
  const set = {
    lastErrorCode: frame.error_code,
    lastErrorText: frame.error_message,
    updatedAt: now,
  };
  const { events, effects } = noted(job, input, 'delivery_job.waiting');
  return plan({ changes: [update(DELIVERY_JOBS, job, set)], events, effects });
}

function noted(
  job: DeliveryJob,
  { frame, clientId, now }: SettleInput,
  type: `delivery_job.${string}`,
): Plan {
  const { jobId: subjectId, conversationKey } = job;
  const detail = {
    attempt: frame.attempt,
    said: frame.status,
    code: frame.error_code,
    status: job.status,
  };
  return plan({
    events: [{ type, subjectId, conversationKey, actor: `client:${clientId}`, at: now, detail }],
    effects: [conversationChanged({ conversationKey })],
  });
}
