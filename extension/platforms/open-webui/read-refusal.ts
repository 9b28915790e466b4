import { at, parseJson, textAt } from '../json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../refusal-by-status.ts';

/** `{detail}` of the server itself, or what the model's provider said, passed on. */
export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  return { ...general, ...readError(parseJson(body)), retryAfterMs: general.retryAfterMs };
}

/** Null where nothing says that something failed. */
export function readError(value: unknown): { text: string; retryAfterMs: null } | null {
  const error = at(value, 'detail') ?? at(value, 'error');
  if (error === undefined || error === null) return null;
  const text =
    typeof error === 'string' ? error : (textAt(error, 'message') ?? textAt(error, 'detail'));
  return { text: text ?? 'The site reported an error.', retryAfterMs: null };
}
