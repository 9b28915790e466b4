import { at, parseJson, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { retryAfterIn } from '../kit/retry-after.ts';

/** Both stand for "too often"; the site often wants a human check with them. */
const TOO_OFTEN = new Set<unknown>([710_022_002, 710_022_004]);
/** "user invalid". */
const NO_LOGIN = 710_012_000;

/** The error of a stream that was accepted: STREAM_ERROR, or the gateway's own. */
export function readStreamError(value: unknown): Refusal {
  const code = at(value, 'error_code');
  const words = textAt(value, 'error_msg') ?? textAt(value, 'message');
  const text = words ?? 'The site reported an error in the reply.';
  const decision = parseJson(textAt(value, 'extra', 'decision') ?? '');
  if (textAt(decision, 'type') === 'verify') {
    return { code: 'challenge_required', text, retryAfterMs: null };
  }
  if (TOO_OFTEN.has(code)) return { code: 'rate_limited', text, ...retryAfterIn(value) };
  return {
    code: code === NO_LOGIN ? 'missing_credential' : 'send_rejected',
    text,
    retryAfterMs: null,
  };
}
