import { readErrorValue } from '../kit/read-error-value.ts';
import { at, listAt, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalInWords } from '../kit/refusal-in-words.ts';
import { retryAfterIn } from '../kit/retry-after.ts';
import { toldWaitMs } from '../kit/told-wait.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';

const HOUR_MS = 3_600_000;
const KINDS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/FAIL_SYS_USER_VALIDATE|RGV587/, 'challenge_required'],
  [/^(?:too_?many_?requests|ratelimited|quota)/i, 'rate_limited'],
  [/^unauthorized$/i, 'missing_credential'],
];

export const readRefusal = refusalInWords(readStreamError);

/** An `error`, an answer without `success`, or the anti-bot's `ret`; null where there is none. */
export function readStreamError(value: unknown): Refusal | null {
  const failure = at(value, 'success') === false ? at(value, 'data') : at(value, 'error');
  const code = textAt(failure, 'code') ?? retOf(value);
  if (code === null) return readErrorValue(at(value, 'error'));
  const kind = KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'send_rejected';
  const hours = kind === 'rate_limited' ? toldWaitMs(at(failure, 'num'), HOUR_MS) : null;
  return {
    code: kind,
    text: textAt(failure, 'details') ?? `The site answered: ${code.slice(0, 80)}.`,
    ...retryAfterIn(failure),
    ...(hours !== null && { retryAfterMs: hours }),
  };
}

function retOf(value: unknown): string | null {
  const [first] = listAt(value, 'ret');
  return typeof first === 'string' ? first : null;
}
