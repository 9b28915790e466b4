import { at, idAt, isObject, parseJson, textAt } from '../json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../refusal-by-status.ts';

const ANTI_BOT = '7';
const TOO_MANY = '8';
const LIMIT_WORDS = /too many requests|usage limit/i;

export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  const told = readStreamError(parseJson(body));
  if (told === null) return general;
  const code = told.code === 'send_rejected' ? general.code : told.code;
  return { ...general, code, text: told.text };
}

/** An `error` of the site's own; null where there is none. */
export function readStreamError(value: unknown): Refusal | null {
  const error = at(value, 'error');
  if (!isObject(error)) return null;
  const text = textAt(error, 'message') ?? 'The site reported an error.';
  const refusal = { text, retryAfterMs: null };
  // A number over REST, a name over the socket.
  const code = idAt(error, 'code') ?? '';
  if (code === ANTI_BOT || code.startsWith('anti_bot') || /anti-bot/i.test(text)) {
    return { ...refusal, code: 'challenge_required' };
  }
  const isLimit = code === TOO_MANY || code.startsWith('rate_limit') || LIMIT_WORDS.test(text);
  return { ...refusal, code: isLimit ? 'rate_limited' : 'send_rejected' };
}
