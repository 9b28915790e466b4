import { assertNever } from '../../../shared/lib/assert-never.ts';
import type { AttemptProgress } from '../../messages/page-messages.ts';
import type { Change, Plan, View } from '../storage/row-store.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import {
  attemptWith,
  type AttemptFailure,
  attemptOfSend,
  failedAttempt,
  isUnsettled,
  attemptAfter,
  resultOf,
  seenAttempt,
  sendId,
} from './attempt.ts';

export interface ReportedProgress {
  readonly sendId: string;
  readonly progress: AttemptProgress;
  /** The link is up and the job is still this browser's. */
  readonly mayLeave: boolean;
  readonly now: number;
}

/** True only for `leaving`, and only when it is durable that it left. */
export interface ProgressAnswer {
  readonly go: boolean;
}

const STAY: Plan<ProgressAnswer> = { change: {}, answer: { go: false } };

/** Records in the journal the progress that a page reports on a send. */
export function recordProgress(view: View, reported: ReportedProgress): Plan<ProgressAnswer> {
  const row = attemptOfSend(view, reported.sendId);
  const { progress, now } = reported;
  if (row !== null && progress.step === 'no_reply')
    return stay(unansweredChange(row, progress, now));
  if (row === null || !isUnsettled(row)) return STAY;
  // Our turn stands in the conversation, whichever telling brought it there.
  if (progress.step === 'accepted') return stay(acceptedChange(row, progress.user_message_id, now));
  if (row.status !== 'sending' || sendId(row) !== reported.sendId) return STAY;
  switch (progress.step) {
    case 'inserting':
      return STAY;
    case 'leaving':
      return leaving(row, progress.user_message_id, reported);
    case 'failed':
      return stay(notSentChange(row, progress, now));
    case 'no_reply':
      return STAY; // Taken above: it may come when the attempt is no longer sending.
    default:
      return assertNever(progress);
  }
}

/** The one change every sign of success makes: journal and result together. */
export function acceptedChange(
  row: DeliveryAttempt,
  userMessageId: string | null,
  now: number,
): Change {
  const after = seenAttempt(row, userMessageId, now);
  return { put: { attempts: [after] }, send: [resultOf(after)] };
}

/** Our turn stands in the conversation and nothing is to come in answer; that it was accepted may be news, too. */
export function unansweredChange(
  row: DeliveryAttempt,
  { text, retry_after_ms }: Pick<AttemptFailure, 'text' | 'retry_after_ms'>,
  now: number,
  userMessageId: string | null = null,
): Change {
  if (!isUnsettled(row) && row.status !== 'acked') return {};
  const acked = isUnsettled(row) ? seenAttempt(row, userMessageId, now) : row;
  const after = failedAttempt(acked, { code: 'no_reply', text, retry_after_ms }, now);
  const results = acked === row ? [resultOf(after)] : [resultOf(acked), resultOf(after)];
  return { put: { attempts: [after] }, send: results };
}

/** The attempt is over and nothing of it is in the conversation, or nobody can know: the code says which. */
export function endedChange(row: DeliveryAttempt, failure: AttemptFailure, now: number): Change {
  const after = failedAttempt(row, failure, now);
  // A delivery the conductor took back has already ended there.
  return { put: { attempts: [after] }, send: row.cancelled ? [] : [resultOf(after)] };
}

/** Not sent, and to be tried again from the start. `details` say under which condition. */
export function unsentAttempt(row: DeliveryAttempt, now: number): DeliveryAttempt {
  return attemptAfter(
    row,
    'UNSENT',
    {
      reconcile: false,
      left_at: null,
      user_message_id: null,
      known_user_message_ids: null,
      error_code: null,
      error_message: null,
      retry_after_ms: null,
    },
    now,
  );
}

/** Waits for the person to send or clear the draft; the conductor is told once per wait. */
export function draftWaitChange(row: DeliveryAttempt, now: number): Change {
  if (row.waiting_for === 'draft_present') return {};
  const after = attemptWith(row, { waiting_for: 'draft_present' }, now);
  return { put: { attempts: [after] }, send: [resultOf(after)] };
}

/** A page's refusal before anything was sent. */
export function notSentChange(
  row: DeliveryAttempt,
  failure: AttemptFailure & { readonly sent?: 'no' | 'unknown' },
  now: number,
): Change {
  const { code, text, retry_after_ms } = failure;
  if (failure.sent === 'unknown') {
    if (row.error_code !== null) return {};
    // Kept until a look decides; if it proves absent, this is why it failed.
    const details = { error_code: code, error_message: text, retry_after_ms };
    return { put: { attempts: [attemptWith(row, details, now)] } };
  }
  if (code !== 'draft_present' || row.cancelled) return endedChange(row, failure, now);
  const again = unsentAttempt(row, now);
  const waits = draftWaitChange(again, now);
  return waits.put === undefined ? { put: { attempts: [again] } } : waits;
}

function leaving(
  row: DeliveryAttempt,
  userMessageId: string | null,
  { mayLeave, now }: ReportedProgress,
): Plan<ProgressAnswer> {
  if (row.left_at !== null) return { change: {}, answer: { go: true } };
  if (row.cancelled) {
    const failure = {
      code: 'cancelled',
      text: 'Taken back in time.',
      retry_after_ms: null,
    } as const;
    return stay(endedChange(row, failure, now));
  }
  if (!mayLeave) return stay({ put: { attempts: [unsentAttempt(row, now)] } });
  const after = attemptWith(row, { left_at: now, user_message_id: userMessageId }, now);
  return { change: { put: { attempts: [after] } }, answer: { go: true } };
}

function stay(change: Change): Plan<ProgressAnswer> {
  return { change, answer: { go: false } };
}
