import { readErrorValue } from '../kit/read-error-value.ts';
import { at, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalInWords } from '../kit/refusal-in-words.ts';
import { retryAfterIn } from '../kit/retry-after.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  resource_exhausted: 'rate_limited',
  unauthenticated: 'missing_credential',
};

export const readRefusal = refusalInWords(readStreamError);

/** A Connect error, alone or under `error`; null where there is none. */
export function readStreamError(value: unknown): Refusal | null {
  const error = at(value, 'error') ?? value;
  const name = textAt(error, 'code');
  if (name === null) return readErrorValue(at(value, 'error'));
  return {
    code: (Object.hasOwn(CODES, name) ? CODES[name] : undefined) ?? 'send_rejected',
    text: textAt(error, 'message') ?? `The site answered: ${name}.`,
    ...retryAfterIn(error),
  };
}
