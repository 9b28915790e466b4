import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import type { JobStatus } from './delivery-job.machine.ts';
import { table } from '../../../engine/tables.ts';

/**
 * Who caused a delivery: the actions of a reply, a person, another conversation, a renewal, a schedule, an agent whose model
 * the conversation is, or a run that it works for.
 */
export type JobOrigin =
  | 'reply'
  | 'person'
  | 'conversation'
  | 'renewal'
  | 'schedule'
  | 'agent'
  | 'run';

/** A message on its way into a conversation. Times are epoch milliseconds. */
export interface DeliveryJob {
  readonly jobId: string;
  readonly conversationKey: ConversationKey;
  readonly assistantMessageId: string | null;
  readonly messageText: string;
  readonly deliveryKind: 'proxy_delivery' | 'renewal';
  readonly origin: JobOrigin;
  /** See MessageAnchor. */
  readonly chain: readonly string[];
  readonly dedupeKey: string;
  readonly status: JobStatus;
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly lastErrorCode: ErrorCode | null;
  readonly lastErrorText: string | null;
  /**
   * The browser that holds the job's lease, or that has yet to say what came of a job that was taken back from it; null:
   * none was asked, or the one that was asked did not send it.
   */
  readonly clientId: string | null;
  /** The next dispatch must look into the conversation before it sends. */
  readonly reconcile: boolean;
  /** When a retry_wait job is due, or an acked one has waited too long for its reply. */
  readonly dueAt: number | null;
  /** The site's id of our turn, once seen. */
  readonly userMessageId: string | null;
  /** The reply that finalized it. */
  readonly finalAnchorId: string | null;
  /** When a person dismissed its failure (epoch ms); null: nobody has. */
  readonly dismissedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly version: number;
}

/** The pacing of one account of a site (account-pacing.ts). */
export interface Account {
  readonly accountKey: string;
  readonly platform: string;
  /** Nothing is sent before this time. */
  readonly nextSendAt: number;
  /** Nothing is sent before this time, because the site named a limit; null: it named none. */
  readonly parkedUntil: number | null;
  readonly parkReason: string | null;
  /** Number of limit notices since the last accepted message. */
  readonly parksInRow: number;
  /** Times of the sends inside the rolling window, oldest first. */
  readonly recentSends: readonly number[];
  readonly updatedAt: number;
  readonly version: number;
}

export const DELIVERY_JOBS = table<DeliveryJob>('deliveryJobs');

export const ACCOUNTS = table<Account>('accounts');
