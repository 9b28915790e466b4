import type { ConversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { Nothing, QueryType } from '../../../engine/query.ts';
import type { Some } from '../../../engine/some.ts';
import type {
  Conversation,
  ListWithin,
  Message,
  Place,
  UserTurn,
} from '../conversations/feature.ts';
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

/** Counts of what has not ended in a conversation. */
export interface OpenWork {
  /** Actions that run or are about to. */
  readonly actions: number;
  /** Actions that wait for a person. */
  readonly approvals: number;
  readonly deliveries: number;
}

/** How far a job is, for who waits for it. */
export interface JobProgress {
  readonly status: JobStatus;
  /** True if the job is finalized, and no delivery or action of its conversation is open. */
  readonly isSettled: boolean;
}

/** The queries of this feature, by name. */
export interface DeliveriesQueries {
  /** The reply that finalized a delivery. */
  readonly replyTo: QueryType<{ readonly jobId: string }, Message | null>;
  /** The newest reply that was seen in the conversation of a delivery. */
  readonly newestReply: QueryType<{ readonly jobId: string }, Message | null>;
  readonly shownJob: QueryType<{ readonly jobId: string }, ShownJob | null>;
  /** Deliveries, the newest first. */
  readonly shownJobs: ListWithin<
    {
      readonly status?: JobStatus | undefined;
      /** The first characters of the job's id. */
      readonly idStart?: string | undefined;
    },
    ShownJob
  >;
  readonly jobProgress: QueryType<{ readonly jobId: string }, JobProgress | null>;
  /** Counts of open work in the conversation of a job. */
  readonly openWork: QueryType<{ readonly jobId: string }, OpenWork>;
  /** The account of the conversation that `id` names; null before its first message. */
  readonly accountOfConversation: QueryType<{ readonly id: string }, Account | null>;
  readonly job: QueryType<{ readonly jobId: string }, DeliveryJob | null>;
  /** The browser that was given that attempt; null: there was no such attempt. */
  readonly attemptHolder: QueryType<
    { readonly jobId: string; readonly attempt: number },
    string | null
  >;
  /** Was the browser given any attempt of the job? */
  readonly hadAttempt: QueryType<{ readonly jobId: string; readonly clientId: string }, boolean>;
  readonly jobByDedupeKey: QueryType<{ readonly dedupeKey: string }, DeliveryJob | null>;
  readonly conversationOfJob: QueryType<{ readonly jobId: string }, Conversation | null>;
  /** The account of the job's conversation; null before its first message. */
  readonly accountOfJob: QueryType<{ readonly jobId: string }, Account | null>;
  readonly account: QueryType<{ readonly accountKey: string }, Account | null>;
  /** Jobs that wait for a limit of the account's site to end, and are not due yet. */
  readonly heldByLimit: QueryType<
    { readonly accountKey: string; readonly now: number },
    readonly DeliveryJob[]
  >;
  /** Accounts and jobs that wait until after that time: only a wrong clock makes such a wait. */
  readonly heldPast: QueryType<
    { readonly at: number } & Some,
    { readonly accounts: readonly string[]; readonly jobs: readonly string[] }
  >;
  readonly userTurnOfJob: QueryType<{ readonly jobId: string }, UserTurn | null>;
  /** Dispatched jobs of the conversation, with the browsers that hold them. */
  readonly dispatchedOf: QueryType<
    { readonly localConversationId: string },
    readonly Pick<DeliveryJob, 'jobId' | 'clientId'>[]
  >;
  /** When the next account with waiting jobs may send (epoch ms); null if none waits. */
  readonly nextSendAt: QueryType<{ readonly now: number }, number | null>;
  /** Until when (epoch ms) a limit of the site parks the account of the conversation; null if it is not parked. */
  readonly parkedUntil: QueryType<
    { readonly ref: ConversationRef; readonly now: number },
    number | null
  >;
  /** Dispatched or acked jobs of the conversation. */
  readonly jobsInFlight: QueryType<
    { readonly refs: readonly ConversationRef[] },
    readonly DeliveryJob[]
  >;
  /** The number of jobs of the conversation by status. */
  readonly jobCounts: QueryType<
    { readonly ref: ConversationRef },
    Readonly<Partial<Record<JobStatus, number>>>
  >;
  /** Failed deliveries of all conversations that nobody has dismissed or cancelled, the newest first. */
  readonly failuresToShow: QueryType<{ readonly limit: number }, readonly FailureToShow[]>;
  /** Jobs that have not ended, the newest first, then the latest failed one that nobody has dismissed or cancelled. */
  readonly jobsToShow: QueryType<{ readonly ref: ConversationRef }, readonly DeliveryJob[]>;
  /**
   * The oldest pending job of each conversation that is open, or not started yet on a named site, may send, has
   * nothing in flight and no message of the person's (since `personSince`) that waits for its reply, and whose account
   * may be sent to now.
   */
  readonly dispatchable: QueryType<
    {
      /** Keys of the conversations that each browser has open. */
      readonly open: readonly ReadonlySet<string>[];
      readonly startable: readonly string[];
      readonly now: number;
      readonly personSince: number;
    } & Some,
    readonly JobAt[]
  >;
  /** Dispatched jobs whose browser is not among the named ones, in open conversations that may send. */
  readonly leasedElsewhere: QueryType<
    {
      readonly clientIds: readonly string[];
      readonly open: readonly ReadonlySet<string>[];
    } & Some,
    readonly JobAt[]
  >;
  /** Jobs whose message may still be sent: all but those whose message is in the conversation. */
  readonly unsentJobs: QueryType<Nothing, readonly DeliveryJob[]>;
  /** Jobs that are due: for a retry, or because no reply came in time. */
  readonly overdue: QueryType<{ readonly now: number } & Some, readonly string[]>;
  /** Browsers that hold dispatched jobs. */
  readonly leaseholders: QueryType<Nothing, readonly string[]>;
  /** Ids of the dispatched jobs that a browser holds. */
  readonly heldJobIds: QueryType<{ readonly clientId: string }, readonly string[]>;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends DeliveriesQueries {}
}
