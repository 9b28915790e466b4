import { type CodedError, ERROR_CODES, type ErrorCode } from '../../shared/model/error-codes.ts';
import type { LinkState, PopupConversation, PopupState } from '../messages/popup-messages.ts';

type Job = NonNullable<PopupConversation['state']>['jobs'][number];
export type Mode = NonNullable<PopupConversation['mode_wanted']>;

export interface LinkWords {
  readonly text: string;
  readonly tone: 'good' | 'busy' | 'bad' | 'quiet';
}

export interface Advice {
  readonly meaning: string;
  readonly remedy: string;
}

/** The link in a word or two. */
export function linkWords(link: LinkState): LinkWords {
  switch (link.status) {
    case 'unpaired':
      return { text: 'Not paired', tone: 'quiet' };
    case 'connecting':
      return { text: 'Connecting…', tone: 'busy' };
    case 'online':
      return { text: 'Connected', tone: 'good' };
    case 'offline':
      return { text: 'Offline', tone: 'bad' };
  }
}

/** Why the link is down and what to do; null while nothing is wrong. */
export function linkAdvice(link: LinkState): Advice | null {
  if (link.status !== 'offline') return null;
  if (link.error !== null) {
    const { code, text } = link.error;
    return { meaning: text, remedy: ERROR_CODES[code].remedy };
  }
  const kept = link.waiting > 0 ? ` ${plural(link.waiting, 'update')} will follow then.` : '';
  return {
    meaning: 'The conductor does not answer.',
    remedy: `Start it with npm start; Baton reconnects by itself.${kept}`,
  };
}

/** What the mode in force, or wished for, means. */
export function modeWords({ state, mode_wanted: wanted }: PopupConversation): string {
  if (wanted !== null && wanted !== state?.mode) return `Switching to ${wanted}…`;
  if (state === null) return 'The conductor has not seen this conversation yet.';
  if (state.draining) return 'Finishing what is queued, then paused.';
  switch (state.mode) {
    case 'auto':
      return 'Baton acts on the next reply.';
    case 'manual':
      return 'Baton watches and does nothing.';
    case 'paused':
      return state.pause_reason ?? 'Nothing is sent until you switch it on.';
  }
}

/** Until when the site lets nothing through; null while it does. */
export function parkedWords({ state }: PopupConversation): string | null {
  const until = state?.parked_until ?? null;
  return until === null ? null : `The site limits this account until ${localTime(until)}.`;
}

/** What goes on by itself, or why it stopped; null where nothing does. */
export function renewalWords({ state }: PopupConversation): string | null {
  const renewal = state?.renewal ?? null;
  if (renewal === null) return null;
  const turns = `${renewal.turns_used} of ${plural(renewal.max_turns, 'turn')}`;
  if (renewal.status === 'stopped') {
    return `Went on by itself for ${turns}; stopped: ${stopWords(renewal.stop_reason)}.`;
  }
  const next = renewal.due_at === null ? '' : ` Next: ${localTime(renewal.due_at)}.`;
  return `Goes on by itself (${turns}).${next}`;
}

function stopWords(reason: string | null): string {
  switch (reason) {
    case 'stop_phrase':
      return 'the goal was reached';
    case 'turn_limit':
      return 'all turns were used';
    case 'person':
      return 'you stopped it';
    case 'loop_detected':
      return 'it repeated itself';
    default:
      return reason ?? 'it is over';
  }
}

function localTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
}

/** What is under way, or what it waits for; null when nothing is. */
export function runningWords({ state, attempt }: PopupConversation): string | null {
  if (attempt?.waiting_for) return waitingWords(attempt.waiting_for);
  if (attempt?.status === 'acked') return 'Sent. Waiting for the reply…';
  if (attempt) return 'Sending…';
  const job = state?.jobs.find(({ status }) => status !== 'failed' && status !== 'finalized');
  switch (job?.status) {
    case 'pending':
      return 'A message is about to be sent.';
    case 'dispatched':
      return 'Sending…';
    case 'acked':
      return 'Sent. Waiting for the reply…';
    case 'retry_wait':
      return `${job.error_code ? ERROR_CODES[job.error_code].meaning : 'It failed.'} Baton tries again.`;
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
  if (page?.problem) return advice(page.problem);
  const job = failedJob(conversation);
  const code = job?.error_code;
  if (job === undefined || !code) return null;
  return advice({ code, text: job.error_message ?? '' });
}

/** Why there is no conversation to show. */
export function absenceWords({ page }: PopupState): string {
  return page === null
    ? 'This tab shows no chat that Baton knows.'
    : 'A new chat. It becomes a conversation with its first message.';
}

function failedJob(conversation: PopupConversation | null): Job | undefined {
  return conversation?.state?.jobs.find(({ status }) => status === 'failed');
}

function advice({ code, text }: CodedError): Advice {
  const { meaning, remedy } = ERROR_CODES[code];
  const told = text !== '' && text !== meaning ? `${meaning} (${text})` : meaning;
  return { meaning: told, remedy };
}

function waitingWords(code: ErrorCode): string {
  const { meaning, remedy } = ERROR_CODES[code];
  return `Waiting. ${meaning} ${remedy}`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
