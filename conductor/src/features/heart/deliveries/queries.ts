import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import { type Nothing, query } from '../../../engine/query.ts';
import { listWithin } from '../conversations/queries.ts';
import type { Some } from '../../../engine/some.ts';
import type { Conversation, Place, UserTurn } from '../conversations/feature.ts';
import type { JobStatus } from './delivery-job.machine.ts';
import type { Account, DeliveryJob } from './rows.ts';

/** A job and its conversation, as they were when the query ran. */
export type JobAt = Pick<DeliveryJob, 'jobId' | 'conversationKey'>;

/** A failed job that nobody has dismissed or cancelled, with its conversation. */
export interface FailureToShow extends Place {
  readonly job: DeliveryJob;
}

/** A job with what lists show of it. */
export interface ShownJob {
  readonly job: DeliveryJob;
  readonly localConversationId: string;
  /** The artifact of its whole text, if that was too long for a message. */
  readonly artifactId: string | null;
}

export const shownJob = query<{ readonly jobId: string }, ShownJob | null>('shownJob');
/** Deliveries, the newest first. */
export const shownJobs = listWithin<
  {
    readonly status?: JobStatus | undefined;
    /** The first characters of the job's id. */
    readonly idStart?: string | undefined;
  },
  ShownJob
>('shownJobs');

export const job = query<{ readonly jobId: string }, DeliveryJob | null>('job');
/** The browser that was given that attempt; null: there was no such attempt. */
export const attemptHolder = query<
  { readonly jobId: string; readonly attempt: number },
  string | null
>('attemptHolder');
/** Was the browser given any attempt of the job? */
export const hadAttempt = query<{ readonly jobId: string; readonly clientId: string }, boolean>(
  'hadAttempt',
);

export const jobByDedupeKey = query<{ readonly dedupeKey: string }, DeliveryJob | null>(
  'jobByDedupeKey',
);

export const conversationOfJob = query<{ readonly jobId: string }, Conversation | null>(
  'conversationOfJob',
);
/** The account of the job's conversation; null before its first message. */
export const accountOfJob = query<{ readonly jobId: string }, Account | null>('accountOfJob');

export const account = query<{ readonly accountKey: string }, Account | null>('account');
/** Jobs that wait for a limit of the account's site to end, and are not due yet. */
export const heldByLimit = query<
  { readonly accountKey: string; readonly now: number },
  readonly DeliveryJob[]
>('heldByLimit');
/** Accounts and jobs that wait until after that time: only a wrong clock makes such a wait. */
export const heldPast = query<
  { readonly at: number } & Some,
  { readonly accounts: readonly string[]; readonly jobs: readonly string[] }
>('heldPast');

export const userTurnOfJob = query<{ readonly jobId: string }, UserTurn | null>('userTurnOfJob');
/** When the next account with waiting jobs may send (epoch ms); null if none waits. */
export const nextSendAt = query<{ readonly now: number }, number | null>('nextSendAt');
/** Until when (epoch ms) a limit of the site parks the account of the conversation; null if it is not parked. */
export const parkedUntil = query<
  { readonly ref: ConversationRef; readonly now: number },
  number | null
>('parkedUntil');
/** Dispatched or acked jobs of the conversation. */
export const jobsInFlight = query<
  { readonly refs: readonly ConversationRef[] },
  readonly DeliveryJob[]
>('jobsInFlight');
/** The number of jobs of the conversation by status. */
export const jobCounts = query<
  { readonly ref: ConversationRef },
  Readonly<Partial<Record<JobStatus, number>>>
>('jobCounts');
/** Failed deliveries of all conversations that nobody has dismissed or cancelled, the newest first. */
export const failuresToShow = query<{ readonly limit: number }, readonly FailureToShow[]>(
  'failuresToShow',
);
/** Jobs that have not ended, the newest first, then the latest failed one that nobody has dismissed or cancelled. */
export const jobsToShow = query<{ readonly ref: ConversationRef }, readonly DeliveryJob[]>(
  'jobsToShow',
);
/**
 * The oldest pending job of each conversation that is open, or not started yet on a named site, may send, has
 * nothing in flight and no message of the person's (since `personSince`) that waits for its reply, and whose account
 * may be sent to now.
 */
export const dispatchable = query<
  {
    /** Keys of the conversations that each browser has open. */
    readonly open: readonly ReadonlySet<string>[];
    readonly startable: readonly string[];
    readonly now: number;
    readonly personSince: number;
  } & Some,
  readonly JobAt[]
>('dispatchable');
/** Dispatched jobs whose browser is not among the named ones, in open conversations that may send. */
export const leasedElsewhere = query<
  {
    readonly clientIds: readonly string[];
    readonly open: readonly ReadonlySet<string>[];
  } & Some,
  readonly JobAt[]
>('leasedElsewhere');
/** Jobs whose message may still be sent: all but those whose message is in the conversation. */
export const unsentJobs = query<Nothing, readonly DeliveryJob[]>('unsentJobs');
/** Jobs that are due: for a retry, or because no reply came in time. */
export const overdue = query<{ readonly now: number } & Some, readonly string[]>('overdue');

export { jobProgress, newestReply, openWork, replyTo } from './asks.ts';
export type { JobProgress, OpenWork } from './asks.ts';
