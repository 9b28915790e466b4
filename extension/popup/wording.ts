import { type ErrorCode, ERROR_CODES } from '../../shared/model/error-codes.ts';
import type { PopupConversation, PopupState } from '../messages/popup-messages.ts';
import { type Advice, detailedAdvice, errorAdvice } from '../words/error-words.ts';
import { language, word } from '../words/words.ts';

type Job = NonNullable<PopupConversation['state']>['jobs'][number];
export type Mode = NonNullable<PopupConversation['mode_wanted']>;

/** What the mode in force, or wished for, means. */
export function modeWords({ state, mode_wanted: wanted }: PopupConversation): string {
  if (wanted !== null && wanted !== state?.mode) return word(`mode_to_${wanted}`);
  if (state === null) return word('mode_unseen');
  if (state.draining) return word('mode_draining');
  switch (state.mode) {
    case 'auto':
      return word('mode_auto_means');
    case 'manual':
      return word('mode_manual_means');
    case 'paused':
      return state.pause_reason ?? word('mode_paused_means');
  }
}

/** Until when the site lets nothing through; null while it does. */
export function parkedWords({ state }: PopupConversation): string | null {
  const until = state?.parked_until ?? null;
  return until === null ? null : word('parked', localTime(until));
}

/** What goes on by itself, or why it stopped; null where nothing does. */
export function renewalWords({ state }: PopupConversation): string | null {
  const renewal = state?.renewal ?? null;
  if (renewal === null) return null;
  const turns = [renewal.turns_used, renewal.max_turns] as const;
  if (renewal.status === 'stopped') {
    return word('renewal_stopped', ...turns, stopWords(renewal.stop_reason));
  }
  const goesOn = word('renewal_goes_on', ...turns);
  if (renewal.due_at === null) return goesOn;
  return `${goesOn} ${word('renewal_next', localTime(renewal.due_at))}`;
}

function stopWords(reason: string | null): string {
  switch (reason) {
    case 'stop_phrase':
    case 'turn_limit':
    case 'person':
    case 'loop_detected':
    case 'restored':
      return word(`renewal_${reason}`);
    default:
      return reason ?? word('renewal_over');
  }
}

function localTime(at: number): string {
  return new Date(at).toLocaleString(language(), { dateStyle: 'short', timeStyle: 'short' });
}

/** What is under way, or what it waits for; null when nothing is. */
export function runningWords({ state, attempt }: PopupConversation): string | null {
  if (attempt?.waiting_for) return waitingWords(attempt.waiting_for);
  if (attempt?.status === 'acked') return word('running_sent');
  if (attempt) return word('running_sending');
  const job = state?.jobs.find(({ status }) => status !== 'failed' && status !== 'finalized');
  switch (job?.status) {
    case 'pending':
      return word('running_pending');
    case 'dispatched':
      return word('running_sending');
    case 'acked':
      return word('running_sent');
    case 'retry_wait': {
      const code = job.error_code;
      return word('running_again', code ? errorAdvice(code).meaning : word('running_failed'));
    }
    default:
      return null;
  }
}

/** The failed delivery that a person may have tried again; null where there is none, or its message is there already. */
export function retryableJob({ conversation }: PopupState): string | null {
  const job = failedJob(conversation);
  return job?.error_code && ERROR_CODES[job.error_code].retry !== 'never' ? job.job_id : null;
}

/** What stands in the way in this page, else the latest failed delivery. */
export function failureAdvice({ page, conversation }: PopupState): Advice | null {
  if (page?.problem) return detailedAdvice(page.problem);
  const job = failedJob(conversation);
  const code = job?.error_code;
  if (job === undefined || !code) return null;
  return detailedAdvice({ code, text: job.error_message ?? '' });
}

/** Why there is no conversation to show. */
export function absenceWords({ page }: PopupState): string {
  return word(page === null ? 'absent_chat' : 'absent_id');
}

function failedJob(conversation: PopupConversation | null): Job | undefined {
  return conversation?.state?.jobs.find(({ status }) => status === 'failed');
}

function waitingWords(code: ErrorCode): string {
  const { meaning, remedy } = errorAdvice(code);
  return word('running_waiting', meaning, remedy);
}
