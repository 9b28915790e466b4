import { at, isObject, parseJson, textAt } from '../json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../refusal-by-status.ts';
import type { ErrorCode } from '../../../shared/model/error-codes.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  resource_exhausted: 'rate_limited',
  unauthenticated: 'missing_credential',
};

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

/** A Connect error, alone or under `error`; null where there is none. */
export function readStreamError(value: unknown): Refusal | null {
  const error = isObject(at(value, 'error')) ? at(value, 'error') : value;
  const name = textAt(error, 'code');
  if (name === null) return null;
  return {
    code: (Object.hasOwn(CODES, name) ? CODES[name] : undefined) ?? 'send_rejected',
    text: textAt(error, 'message') ?? `The site answered: ${name}.`,
    retryAfterMs: null,
  };
}
