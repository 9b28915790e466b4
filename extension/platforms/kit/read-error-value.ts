import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import { at, firstPresent, isObject, parseJson } from './json-value.ts';
import { codeOfStatus } from './refusal-by-status.ts';
import type { Refusal } from './reply-event.ts';
import { retryAfterIn } from './retry-after.ts';

/** Fields in which servers say what went wrong. */
export const WORDS = [
  'message',
  'msg',
  'detail',
  'details',
  'errorText',
  'description',
  'content',
  'text',
  'data',
];
const KINDS = ['code', 'type', 'status', 'error_code', 'errorCode', 'error_type', 'reason', 'name'];
const LIMIT =
  /rate.?limit|too.?many|quota|exhausted|throttl|(?:usage|message|daily).?limit|limit.?(?:reached|exceeded)/i;
const LOGIN = /unauthori[sz]ed|unauthenticated|authentication|invalid.?token|session.?expired/i;

/** Reads the value of a site's error field; null where it is no error: nothing, `false`, 0 and an empty text. */
export function readErrorValue(error: unknown): Refusal | null {
  const isNone = error === undefined || error === null || error === false;
  if (isNone || error === '' || error === 0) return null;
  // A text may be the JSON of the reason, and a reason may have another in it.
  const parsed = typeof error === 'string' ? parseJson(error) : error;
  const outer = isObject(parsed) ? parsed : error;
  const inner = at(outer, 'error');
  const told = isObject(inner) ? inner : outer;
  const words = [told, firstPresent(told, WORDS), inner].find(isFilled);
  const text = typeof words === 'string' ? words : 'The site reported an error.';
  const kinds = KINDS.map((name) => at(told, name)).filter((kind) => kind !== undefined);
  return { code: codeOf([...kinds, inner, told], text), text, ...retryAfterIn(told) };
}

function isFilled(text: unknown): boolean {
  return typeof text === 'string' && text !== '';
}

function codeOf(kinds: readonly unknown[], text: string): ErrorCode {
  const statuses = kinds.map(Number).map(codeOfStatus);
  const known = statuses.find((code) => code !== 'send_rejected');
  if (known !== undefined) return known;
  const names = kinds.filter((kind) => typeof kind === 'string').join(' ');
  if (LIMIT.test(names) || LIMIT.test(text)) return 'rate_limited';
  return LOGIN.test(names) ? 'missing_credential' : 'send_rejected';
}
