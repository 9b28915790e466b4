import { readErrorValue } from '../kit/read-error-value.ts';
import { at, idAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalInWords } from '../kit/refusal-in-words.ts';

const ANTI_BOT = '7';
const TOO_MANY = '8';
const LIMIT_WORDS = /too many requests|usage limit/i;

export const readRefusal = refusalInWords(readStreamError);

/** An `error` of the site's own; null where there is none. */
export function readStreamError(value: unknown): Refusal | null {
  const error = at(value, 'error');
  const refusal = readErrorValue(error);
  if (refusal === null) return null;
  const { text } = refusal;
  // A number over REST, a name over the socket.
  const code = idAt(error, 'code') ?? '';
  if (code === ANTI_BOT || code.startsWith('anti_bot') || /anti-bot/i.test(text)) {
    return { ...refusal, code: 'challenge_required' };
  }
  const isLimit = code === TOO_MANY || code.startsWith('rate_limit') || LIMIT_WORDS.test(text);
  return isLimit ? { ...refusal, code: 'rate_limited' } : refusal;
}
