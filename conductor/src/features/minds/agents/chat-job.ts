import type { CodedError, ErrorCode } from '../../../../../shared/model/error-codes.ts';
import { type DeliveryJob, isOutcomeOpen } from '../../heart/deliveries/feature.ts';
import type { ModelFault } from './model-port.ts';

/** Facts that decide whether a question to a chat is held up. */
export interface ChatWay {
  /** A connected browser can send it. */
  readonly isReachable: boolean;
  /** Until when a limit of the site holds back its account, in epoch ms; null: none does. */
  readonly parkedUntil: number | null;
  readonly now: number;
}

/** Is the message of that delivery in its chat? Null: nobody knows. */
export function wasSent(job: DeliveryJob): boolean | null {
  const { status, lastErrorCode, userMessageId } = job;
  if (status === 'acked' || status === 'finalized') return true;
  // It was seen there, though it was taken back by then.
  if (userMessageId !== null) return true;
  if (status !== 'failed') return null;
  if (lastErrorCode === 'no_reply' || lastErrorCode === 'final_message_timeout') return true;
  return lastErrorCode === 'delivery_uncertain' || isOutcomeOpen(job) ? null : false;
}

/** Once a person has seen to it in the page, they have the same delivery tried again. */
const FOR_PERSON: readonly ErrorCode[] = [
  'delivery_uncertain',
  'challenge_required',
  'missing_credential',
];

/** Why a question has no reply, or why it waits; null: it is on its way as it should be, or answered. */
export function faultOfJob(job: DeliveryJob, way: ChatWay): ModelFault | null {
  const { status, lastErrorCode, lastErrorText } = job;
  const code = lastErrorCode ?? 'internal';
  const text = lastErrorText ?? '';
  switch (status) {
    case 'failed':
      if (FOR_PERSON.includes(code)) return held(job, 'person', { code, text });
      return wasSent(job) === true
        ? fault({ code: 'model_no_reply', text: `The chat gave no reply: ${text}` })
        : fault({ code, text });
    case 'retry_wait':
      return held(job, 'chat', { code, text });
    case 'pending': {
      const hold = holdOfPending(way);
      return hold && held(job, 'chat', hold);
    }
    case 'dispatched':
      return lastErrorCode === null ? null : held(job, 'chat', { code, text });
    case 'acked':
    case 'finalized':
      return null;
  }
}

function holdOfPending({ parkedUntil, isReachable, now }: ChatWay): CodedError | null {
  if (parkedUntil !== null && parkedUntil > now) {
    const until = new Date(parkedUntil).toISOString();
    return {
      code: 'rate_limited',
      text: `The site takes nothing from this account until ${until}.`,
    };
  }
  if (isReachable) return null;
  return { code: 'missing_route', text: 'No connected browser has the chat open: open it there.' };
}

function fault(error: CodedError): ModelFault {
  return { ...error, retryAfterMs: null };
}

function held(
  { jobId, version }: DeliveryJob,
  by: 'person' | 'chat',
  error: CodedError,
): ModelFault {
  return { ...fault(error), hold: { by, jobId, jobVersion: version } };
}
