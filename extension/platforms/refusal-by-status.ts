import type { Refusal } from './platform.ts';

/** What an HTTP refusal means on any site. Header names are lower case. */
export function refusalByStatus(
  status: number,
  headers: Readonly<Record<string, string>>,
): Refusal {
  const text = `The site answered ${status}.`;
  const retryAfterMs = retryAfterMsOf(headers['retry-after']);
  if (status === 401) return { code: 'missing_credential', text, retryAfterMs };
  if (status === 429) return { code: 'rate_limited', text, retryAfterMs };
  const challenged =
    headers['cf-mitigated'] === 'challenge' ||
    (status === 403 && headers['content-type']?.startsWith('text/html') === true);
  return { code: challenged ? 'challenge_required' : 'send_rejected', text, retryAfterMs };
}

/** Only the form in seconds: the form with a date would need a clock, and no chat site seen uses it. */
function retryAfterMsOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,7}$/.test(value.trim()) ? Number(value) * 1000 : null;
}
