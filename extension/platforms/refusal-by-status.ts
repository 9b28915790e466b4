import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { Refusal } from './platform.ts';

/** What an HTTP refusal means on any site. Header names are lower case. */
export function refusalByStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
): Refusal {
  const text = `The site answered ${status}.`;
  const retryAfterMs = retryAfterMsOf(headers['retry-after']);
  const challenged =
    headers['cf-mitigated'] === 'challenge' ||
    (status === 403 && headers['content-type']?.startsWith('text/html') === true);
  const code = codeOfStatus(status);
  const isPlain = code === 'send_rejected';
  return { code: isPlain && challenged ? 'challenge_required' : code, text, retryAfterMs };
}

/** What a status alone means, wherever it is told. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'missing_credential';
  return status === 429 ? 'rate_limited' : 'send_rejected';
}

/** Only the form in seconds: the form with a date would need a clock, and no chat site seen uses it. */
function retryAfterMsOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,7}$/.test(value.trim()) ? Number(value) * 1000 : null;
}
