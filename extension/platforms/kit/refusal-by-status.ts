import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type { Refusal } from './reply-event.ts';
import { epochMsOf, msOfSeconds } from './retry-after.ts';

/** Returns the meaning of an HTTP refusal on any site. Header names are lower case. */
export function refusalByStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
): Refusal {
  const text = `The site answered ${status}.`;
  const retryAfterMs = msOfSeconds(headers['retry-after']);
  const retryAtMs = epochMsOf(headers['retry-after'] ?? null);
  const challenged =
    headers['cf-mitigated'] === 'challenge' ||
    (status === 403 && headers['content-type']?.startsWith('text/html') === true);
  const code = codeOfStatus(status);
  const isPlain = code === 'send_rejected';
  return {
    code: isPlain && challenged ? 'challenge_required' : code,
    text,
    retryAfterMs,
    // A date, where it is no number of seconds.
    ...(retryAfterMs === null && retryAtMs !== null && { retryAtMs }),
  };
}

/** Returns the code of a status alone, wherever it comes from. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'missing_credential';
  return status === 429 ? 'rate_limited' : 'send_rejected';
}
