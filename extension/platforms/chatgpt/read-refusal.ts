import { readErrorValue } from '../kit/read-error-value.ts';
import { at, parseJson, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../kit/refusal-by-status.ts';
import { retryAfterIn } from '../kit/retry-after.ts';

/** No limit of time: the page offers to begin a new chat. */
const FULL = 'conversation_too_large';
const LIMIT_CODES = /cap_exceeded|usage_limit|rate_limit|too_many/;

/** Reads the site's own reason where it gives one; the status alone otherwise. */
export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  const detail = at(parseJson(body), 'detail');
  const words = textAt(detail, 'message') ?? (typeof detail === 'string' ? detail : null);
  const code = textAt(detail, 'code') ?? '';
  const text = words ?? (code === '' ? general.text : `${general.text} (${code})`);
  if (status === 403 && words !== null && /unusual activity/i.test(words)) {
    return { ...general, code: 'challenge_required', text };
  }
  if (code === FULL) return { ...general, code: 'conversation_full', text };
  if (status === 429 || LIMIT_CODES.test(code)) {
    const end = retryAfterIn(detail);
    const retryAfterMs = end.retryAfterMs ?? general.retryAfterMs;
    return { ...general, ...end, code: 'rate_limited', text, retryAfterMs };
  }
  return { ...general, text };
}

/** A top-level `error` in a stream that was accepted; null where there is none. */
export function readStreamError(document: unknown): Refusal | null {
  const error = at(document, 'error');
  const told = readErrorValue(error);
  const errorCode = textAt(document, 'error_code') ?? textAt(error, 'code');
  if (told === null && errorCode === null) return null;
  const isLimit = LIMIT_CODES.test(errorCode ?? '');
  const general = { code: 'send_rejected', ...retryAfterIn(document) } as const;
  return {
    ...(told ?? general),
    ...(isLimit && { code: 'rate_limited' }),
    text: told?.text ?? errorCode ?? '',
  };
}
