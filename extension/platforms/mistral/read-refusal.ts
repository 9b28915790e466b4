import { at, isObject, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalInWords } from '../kit/refusal-in-words.ts';
import { retryAfterIn } from '../kit/retry-after.ts';

/** Reads the reason of the site's tRPC interface where there is one; the status alone otherwise. */
export const readRefusal = refusalInWords((value) => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return readTrpcError(at(first, 'error'));
});

/** Null where the value is no error of tRPC. */
export function readTrpcError(error: unknown): Refusal | null {
  const value = at(error, 'json') ?? error;
  const text = textAt(value, 'message');
  const name = textAt(value, 'data', 'code');
  if (!isObject(value) || text === null || name === null) return null;
  const codes = { TOO_MANY_REQUESTS: 'rate_limited', UNAUTHORIZED: 'missing_credential' } as const;
  const code = Object.hasOwn(codes, name) ? codes[name as keyof typeof codes] : 'send_rejected';
  return { code, text, ...retryAfterIn(at(value, 'data')) };
}
