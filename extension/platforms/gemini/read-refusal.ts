import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../kit/refusal-by-status.ts';
import { itemAt } from './item-at.ts';

const USAGE_LIMIT = 1037;

export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  // Google's "unusual traffic" page asks for a check, whatever its status.
  const isCheck =
    headers['content-type']?.startsWith('text/html') === true && /\/sorry\//.test(body);
  return isCheck ? { ...general, code: 'challenge_required' } : general;
}

/** The code in an entry that brings no reply; null where there is none. */
export function readErrorCode(entry: unknown): number | null {
  const code = itemAt(entry, 5, 2, 0, 1, 0);
  return typeof code === 'number' ? code : null;
}

export function readStreamError(code: number): Refusal {
  return {
    code: code === USAGE_LIMIT ? 'rate_limited' : 'send_rejected',
    text: `The site answered with code ${code}.`,
    retryAfterMs: null,
  };
}
