import { at, parseJson, textAt } from '../json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../refusal-by-status.ts';

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
  if (status === 429 || LIMIT_CODES.test(code)) {
    const clearsInMs = secondsAt(detail, 'clears_in') ?? general.retryAfterMs;
    return { code: 'rate_limited', text, retryAfterMs: clearsInMs };
  }
  return { ...general, text };
}

/** A top-level `error` in a stream that was accepted; null where there is none. */
export function readStreamError(document: unknown): Refusal | null {
  const error = at(document, 'error') ?? null;
  const errorCode = textAt(document, 'error_code') ?? textAt(error, 'code');
  if (error === null && errorCode === null) return null;
  const text = textAt(error, 'message') ?? (typeof error === 'string' ? error : errorCode);
  return {
    code: LIMIT_CODES.test(errorCode ?? '') ? 'rate_limited' : 'send_rejected',
    text: text ?? 'The site reported an error in the reply.',
    retryAfterMs: secondsAt(error, 'clears_in'),
  };
}

function secondsAt(value: unknown, name: string): number | null {
  const seconds = at(value, name);
  return typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
}
