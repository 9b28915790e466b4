import { isObject } from '../kit/json-value.ts';
import { readErrorValue } from '../kit/read-error-value.ts';
import { isNoAnswer, wordsOf } from './names.ts';

const ERROR = /^(?:err\w*|\w*errors?|exception|fault\w*)$/;
const FAILING =
  /^(?:fail\w*|abort\w*|cancell?ed|interrupt\w*|timeout|timed|problem|unavailable|unsuccessful|refused|rejected|denied)$/;
/** Words for a failure within a reply, which may continue after it. */
const OF_A_PART = /tool|step|node|task/i;
/** Fields of an error that do not hold its words. */
const CODES = /(?:code|type|count)$/i;
const OUTCOMES = new Set(['success', 'successful', 'succeeded', 'ok']);
const STATES = new Set(
  'status state result outcome code statuscode finishreason stopreason'.split(' '),
);
const FIRST_ERROR_STATUS = 400;

/** `error`, `response.failed`, `stream:aborted`, `chatError`, `Fail` */
export function isFailing(words: string): boolean {
  const isOne = (word: string): boolean => ERROR.test(word) || FAILING.test(word);
  return wordsOf(words).some(isOne) && !OF_A_PART.test(words);
}

/**
 * Returns the failure that a value reports, for `readErrorValue`; null where it reports none. Each server has its own
 * form: a filled field named for errors, a false outcome, a bad state, a status.
 */
export function toldFailure(value: unknown): unknown {
  if (!isObject(value)) return null;
  const fields = Object.entries(value);
  const told = fields.filter(([name, said]) => isFailing(name) && isFilled(name, said));
  const [, words] = told.find(([name, said]) => !CODES.test(name) && hasWords(said)) ?? [];
  if (words !== undefined) return Array.isArray(words) ? (words as unknown[])[0] : words;
  const isDetail = fields.length === 1 && fields[0]?.[0] === 'detail';
  return told.length > 0 || isDetail || fields.some(isBadOutcome) ? value : null;
}

/** The same of what stands in it under a name of its own, as a server passes on what another said. */
export function failureWithin(value: unknown): unknown {
  const parts = Object.entries(isObject(value) ? value : {}).filter(
    ([name, part]) => isObject(part) && !isNoAnswer(name) && !OF_A_PART.test(name),
  );
  return parts.map(([, part]) => toldFailure(part)).find((told) => told !== null) ?? null;
}

/** A number counts rather than fails, but for where it is an error's own. */
function isFilled(name: string, said: unknown): boolean {
  if (typeof said === 'number' && !wordsOf(name).some((word) => ERROR.test(word))) return false;
  if (typeof said === 'object' && said !== null) return Object.keys(said).length > 0;
  return said !== 'false' && readErrorValue(said) !== null;
}

function hasWords(said: unknown): boolean {
  return typeof said === 'string' || typeof said === 'object';
}

function isBadOutcome([name, said]: readonly [string, unknown]): boolean {
  const plain = name.replaceAll(/[_-]/g, '').toLowerCase();
  if (OUTCOMES.has(plain)) return said === false || said === 0 || said === 'false';
  if (!STATES.has(plain) || said === null || typeof said === 'boolean') return false;
  const status = Number(said);
  if (Number.isNaN(status)) return typeof said === 'string' && isFailing(said);
  return status < 0 || status >= FIRST_ERROR_STATUS;
}
