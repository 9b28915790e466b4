import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../shared/protocol/index.ts';
import { idsOf, type NamedConversation } from '../runtime/conversation-ids.ts';
import type { UnsentFrame, View } from '../storage/row-store.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import { type AttemptEvent, attemptStatusAfter } from './attempt.machine.ts';

export interface AttemptFailure {
  readonly code: ErrorCode;
  readonly text: string;
  readonly retry_after_ms: number | null;
}

type Details = Partial<Omit<DeliveryAttempt, 'attempt_id' | 'revision' | 'status'>>;

/** The row as a frame of the conductor's first makes it. */
export function newAttempt(
  frame: FrameOf<'delivery.enqueue'>,
  earlier: DeliveryAttempt | null,
  now: number,
): DeliveryAttempt {
  return {
    attempt_id: `${frame.job_id}.${frame.attempt}`,
    revision: 0,
    job_id: frame.job_id,
    attempt: frame.attempt,
    platform: frame.platform,
    remote_conversation_id: frame.remote_conversation_id,
    assistant_message_id: frame.assistant_message_id,
    message_text: frame.message_text,
    origin: frame.origin,
    start_new: frame.start_new,
    status: 'resolving',
    reconcile: frame.reconcile,
    cancelled: false,
    waiting_for: null,
    send_count: 0,
    // What an earlier try of the same job left behind makes a look exact.
    known_user_message_ids: frame.reconcile ? (earlier?.known_user_message_ids ?? null) : null,
    user_message_id: frame.reconcile ? (earlier?.user_message_id ?? null) : null,
    left_at: frame.reconcile ? (earlier?.left_at ?? null) : null,
    reply_seq: null,
    opened_tab_id: null,
    error_code: null,
    error_message: null,
    retry_after_ms: null,
    diagnostic_tab_id: null,
    diagnostic_page_url: null,
    created_at: now,
    updated_at: now,
  };
}

/** The row with other details, in the same state. */
export function attemptWith(row: DeliveryAttempt, details: Details, now: number): DeliveryAttempt {
  return { ...row, ...details, revision: row.revision + 1, updated_at: now };
}

/** The row after an event. Throws on one its state does not allow. */
export function attemptAfter(
  row: DeliveryAttempt,
  event: AttemptEvent,
  details: Details,
  now: number,
): DeliveryAttempt {
  const status = attemptStatusAfter(row.status, event);
  return { ...attemptWith(row, details, now), status };
}

/** The row after the attempt is over; the message is not kept longer than it is needed. */
export function failedAttempt(
  row: DeliveryAttempt,
  failure: AttemptFailure,
  now: number,
): DeliveryAttempt {
  const { code, text, retry_after_ms } = failure;
  return attemptAfter(
    row,
    'FAIL',
    {
      error_code: code,
      error_message: text,
      retry_after_ms,
      waiting_for: null,
      message_text: '',
    },
    now,
  );
}

/** The row after our turn was seen in the conversation. */
export function seenAttempt(
  row: DeliveryAttempt,
  userMessageId: string | null,
  now: number,
): DeliveryAttempt {
  return attemptAfter(
    row,
    'SEEN',
    {
      user_message_id: userMessageId ?? row.user_message_id,
      waiting_for: null,
      error_code: null,
      error_message: null,
      retry_after_ms: null,
    },
    now,
  );
}

/**
 * Returns the id under which a page reports progress. Each order to send has its own: an old page cannot report for a
 * new one.
 */
export function sendId(row: DeliveryAttempt): string {
  return `${row.attempt_id}~${row.send_count}`;
}

/** The attempt a send id belongs to, whether or not it is its latest. */
export function attemptOfSend(view: View, id: string): DeliveryAttempt | null {
  const end = id.lastIndexOf('~');
  return (end < 0 ? undefined : view.attempts.get(id.slice(0, end))) ?? null;
}

export function isUnsettled(row: DeliveryAttempt): boolean {
  return row.status === 'resolving' || row.status === 'sending';
}

/** The conversation's attempts, oldest first. */
export function attemptsIn(view: View, conversation: NamedConversation): DeliveryAttempt[] {
  const ids = idsOf(view, conversation);
  return [...view.attempts.values()]
    .filter((row) => row.platform === conversation.platform && ids.has(row.remote_conversation_id))
    .toSorted((a, b) => a.created_at - b.created_at || a.attempt - b.attempt);
}

/** The `delivery.result` of a row's state. Ends are told as they are; `waiting` by what it waits for. */
export function resultOf(row: DeliveryAttempt): UnsentFrame {
  const status = resultStatus(row);
  return {
    type: 'delivery.result',
    job_id: row.job_id,
    platform: row.platform,
    remote_conversation_id: row.remote_conversation_id,
    attempt: row.attempt,
    status,
    error_code: status === 'waiting' ? row.waiting_for : row.error_code,
    error_message: row.error_message,
    retry_after_ms: status === 'failed' ? row.retry_after_ms : null,
    user_message_id: row.user_message_id,
    observed_at: row.updated_at,
    diagnostic: { tab_id: row.diagnostic_tab_id, page_url: row.diagnostic_page_url },
  };
}

function resultStatus(row: DeliveryAttempt): 'waiting' | 'acked' | 'failed' {
  switch (row.status) {
    case 'resolving':
    case 'sending':
      return 'waiting';
    case 'acked':
    case 'streamed':
    case 'finalized':
      return 'acked';
    case 'failed':
      return 'failed';
  }
}
