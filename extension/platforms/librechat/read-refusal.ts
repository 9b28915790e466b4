import { at, parseJson, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../kit/refusal-by-status.ts';
import { toldWaitMs } from '../kit/told-wait.ts';

const LIMITS = new Set(['message_limit', 'concurrent', 'general_limit']);
const KEYS = new Set(['no_user_key', 'invalid_user_key', 'expired_user_key']);
const GENERAL = 'The site reported an error.';

export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  const answer = parseJson(body);
  // The page itself tries this one again, for two minutes: nobody can say yet that it was not sent.
  if (status === 503 && at(answer, 'code') === 'SERVER_NOT_READY') {
    return { ...general, code: 'delivery_uncertain' };
  }
  const reason = readViolation(answer);
  if (reason !== null)
    return { ...reason, retryAfterMs: general.retryAfterMs ?? reason.retryAfterMs };
  return { ...general, text: wordsOf(answer) ?? general.text };
}

/** An error of the stream: words, or a reason as JSON in the place of words. */
export function readStreamError(value: unknown): Refusal {
  const words = wordsOf(value) ?? '';
  const reason = readViolation(parseJson(words));
  return reason ?? { code: 'send_rejected', text: words || GENERAL, retryAfterMs: null };
}

/** `{type}` of the server's own rules; null for anything else. */
function readViolation(value: unknown): Refusal | null {
  const type = textAt(value, 'type');
  if (type === null) return null;
  const text = `The site refused the message (${type}).`;
  if (KEYS.has(type)) return { code: 'missing_credential', text, retryAfterMs: null };
  if (!LIMITS.has(type)) return { code: 'send_rejected', text, retryAfterMs: null };
  const retryAfterMs = toldWaitMs(at(value, 'windowInMinutes'), 60_000);
  return { code: 'rate_limited', text, retryAfterMs };
}

function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return textAt(value, 'text') ?? textAt(value, 'message') ?? textAt(value, 'error');
}
