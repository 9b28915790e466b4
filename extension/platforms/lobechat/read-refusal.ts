import { at, parseJson, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../kit/refusal-by-status.ts';
import { fromSuperjson } from '../kit/superjson.ts';

const CODES: Readonly<Record<string, Refusal['code']>> = {
  UNAUTHORIZED: 'missing_credential',
  TOO_MANY_REQUESTS: 'rate_limited',
};

export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  const answer = parseJson(body);
  const first: unknown = Array.isArray(answer) ? answer[0] : answer;
  const words = textAt(fromSuperjson(at(first, 'error')), 'message');
  return { ...general, text: words ?? general.text };
}

/** `{message, data: {code}}` of one tRPC call. */
export function readError(error: unknown): Refusal {
  const name = textAt(error, 'data', 'code') ?? '';
  return {
    code: (Object.hasOwn(CODES, name) ? CODES[name] : undefined) ?? 'send_rejected',
    text: textAt(error, 'message') ?? 'The site reported an error.',
    retryAfterMs: null,
  };
}
