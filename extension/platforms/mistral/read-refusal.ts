import { at, isObject, parseJson, textAt } from '../json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../refusal-by-status.ts';

/** Reads the reason of the site's tRPC interface where there is one; the status alone otherwise. */
export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  const value = parseJson(body);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const reason = readTrpcError(at(first, 'error'));
  if (reason === null) return general;
  const code = reason.code === 'send_rejected' ? general.code : reason.code;
  return { ...general, code, text: reason.text };
}

/** Null where the value is no error of tRPC. */
export function readTrpcError(error: unknown): Refusal | null {
  const value = at(error, 'json') ?? error;
  const text = textAt(value, 'message');
  const name = textAt(value, 'data', 'code');
  if (!isObject(value) || text === null || name === null) return null;
  const codes = { TOO_MANY_REQUESTS: 'rate_limited', UNAUTHORIZED: 'missing_credential' } as const;
  const code = Object.hasOwn(codes, name) ? codes[name as keyof typeof codes] : 'send_rejected';
  return { code, text, retryAfterMs: null };
}
