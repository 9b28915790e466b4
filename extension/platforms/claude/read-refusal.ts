import { at, isObject, parseJson, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../kit/refusal-by-status.ts';
import { retryAfterIn } from '../kit/retry-after.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';

/** `error.type`, or a more exact code beside it. What is not here is a plain rejection. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  rate_limit_error: 'rate_limited',
  exceeded_limit: 'rate_limited',
  authentication_error: 'missing_credential',
  account_session_invalid: 'missing_credential',
};

export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  const error = at(parseJson(body), 'error');
  if (!isObject(error)) return general;
  const end = endOf(error);
  return {
    ...general,
    ...end,
    retryAfterMs: end.retryAfterMs ?? general.retryAfterMs,
    code: codeOf(error) ?? general.code,
    text: wordsOf(error) ?? general.text,
  };
}

/** An `error` event of a stream that was accepted. */
export function readStreamError(value: unknown): Refusal {
  const error = at(value, 'error');
  return {
    code: codeOf(error) ?? 'send_rejected',
    text: wordsOf(error) ?? textAt(error, 'type') ?? 'The site reported an error in the reply.',
    ...endOf(error),
  };
}

/** When a limit ends: as Unix seconds in the details. */
function endOf(error: unknown): Pick<Refusal, 'retryAtMs' | 'retryAfterMs'> {
  return retryAfterIn(detailsIn(error) ?? error);
}

function codeOf(error: unknown): ErrorCode | null {
  const names = [
    textAt(error, 'details', 'error_code'),
    textAt(error, 'type'),
    textAt(detailsIn(error), 'type'),
  ];
  const known = names.find((name) => name !== null && Object.hasOwn(CODES, name));
  return known === undefined || known === null ? null : (CODES[known] ?? null);
}

/** The message of a limit is itself JSON, and says nothing to a person. */
function wordsOf(error: unknown): string | null {
  const message = textAt(error, 'message');
  return message === null || message === '' || isObject(detailsIn(error)) ? null : message;
}

function detailsIn(error: unknown): unknown {
  return parseJson(textAt(error, 'message') ?? '');
}
