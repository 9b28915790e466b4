import { steeringShown } from '../../shared/lib/visible-text.ts';
import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { PageState } from '../messages/page-messages.ts';
import type { PopupConversation, PopupState } from '../messages/popup-messages.ts';
import { type Advice, detailedAdvice, errorAdvice, isAnyPage } from '../i18n/error-words.ts';
import { counted, language, word } from '../i18n/words.ts';

export type Mode = NonNullable<PopupConversation['mode_wanted']>;

/** Returns the present meaning of the mode in force, or wished for; it never contradicts the rest of the popup. */
export function modeWords({ needs }: PopupState, conversation: PopupConversation): string {
  const { state, mode_wanted: wanted } = conversation;
  if (wanted !== null && wanted !== state?.mode) return word(`mode_to_${wanted}`);
  if (state === null) return word('mode_unseen');
  if (state.draining) return word('mode_draining');
  if (state.serves !== undefined && state.mode !== 'paused')
    return word('mode_serves', steeringShown(state.serves.agent));
  const waiting = needs.approvals.filter(({ is_here }) => is_here).length;
  const isAtWork = runningWords(conversation) !== null;
  switch (state.mode) {
    case 'auto':
      if (waiting > 0) return counted('mode_auto_waits', waiting);
      if (state.held_reply !== undefined) return word('mode_auto_held');
      return word(isAtWork ? 'mode_auto_works' : 'mode_auto_means');
    case 'manual':
      if (waiting > 0) return word('mode_manual_waits');
      return word(isAtWork ? 'mode_manual_works' : 'mode_manual_means');
    case 'paused':
      if (waiting > 0) return word('mode_paused_waits');
      return pauseWords(state.pause_reason);
  }
}

/** A reason of the conductor's own begins with its name; one of a program is said as it is. */
function pauseWords(reason: string | null): string {
  if (reason === null) return word('mode_paused_means');
  if (reason.startsWith('loop_detected')) return word('mode_paused_loop');
  return reason === 'imported' ? word('mode_paused_imported') : steeringShown(reason);
}

/** Until when the site lets nothing through; null while it does. */
export function parkedWords({ state }: PopupConversation): string | null {
  const until = state?.parked_until ?? null;
  return until === null ? null : word('parked', localTime(until));
}

/** Returns the state of the renewal, or why it stopped; null where there is none. */
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

/** Returns the work under way, or what it waits for; null when there is none. */
export function runningWords(conversation: PopupConversation): string | null {
  const { state, attempt, platform } = conversation;
  if (attempt?.waiting_for) return waitingWords(attempt.waiting_for, platform);
  if (attempt?.status === 'acked') return word('running_sent');
  if (attempt) return word('running_sending');
  const job = state?.jobs.find(({ status }) => status !== 'failed' && status !== 'finalized');
  switch (job?.status) {
    case 'pending':
      return word(`running_pending_${state?.mode ?? 'auto'}`);
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

/** The delivery whose message is in the chat, and whose reply is awaited. */
export function awaitedJob({ state }: PopupConversation): string | null {
  return state?.jobs.find(({ status }) => status === 'acked')?.job_id ?? null;
}

/** Why there is no conversation to show. */
export function absenceWords({ page }: PopupState): string {
  if (page === null) return word('absent_chat');
  const problem = problemWords(page);
  if (problem !== null) return `${problem.meaning} ${problem.remedy}`;
  return word(isAnyPage(page.platform) ? 'absent_reply' : 'absent_id');
}

/** Returns the problem of a page; null where it has none. */
export function problemWords({ problem, platform, unread }: PageState): Advice | null {
  if (problem !== null) return detailedAdvice(problem, platform);
  if (!isAnyPage(platform) || unread === undefined) return null;
  return { meaning: word(`unread_${unread}`), remedy: word(`remedy_unread_${unread}`) };
}

/** Can it help to be shown around the page? What was shown can be shown again, or forgotten. */
export function mayTeach({ page, needs }: PopupState): boolean {
  if (page === null || !isAnyPage(page.platform)) return false;
  const isMisread = needs.failures.some(
    ({ is_here, error_code }) => is_here && error_code === 'adapter_drift',
  );
  const isLost = page.problem?.code === 'adapter_drift' || page.unread === 'unknown_words';
  return isLost || isMisread || page.taught === true;
}

function waitingWords(code: ErrorCode, platform: string): string {
  const { meaning, remedy } = errorAdvice(code, platform);
  return word('running_waiting', meaning, remedy);
}
