import { textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { retryAfterIn } from '../kit/retry-after.ts';

/** Answer that visitors get instead of a real one, in the same shape. */
const DEFLECTION = 'Sign up and repeat your request.';

export function statusOf(entry: unknown): string {
  return (textAt(entry, 'status') ?? '').toUpperCase();
}

export function isDeflection(answer: string): boolean {
  return answer.trim() === DEFLECTION;
}

/** Why an entry has no answer; null while it may get one. The site always answers 200, so it stands here. */
export function readEntryError(entry: unknown, answer: string): Refusal | null {
  if (isDeflection(answer)) {
    return { code: 'missing_credential', text: DEFLECTION, retryAfterMs: null };
  }
  if (statusOf(entry) !== 'FAILED') return null;
  const name = textAt(entry, 'error_code') ?? '';
  return {
    code: /rate_?limit/i.test(name) ? 'rate_limited' : 'send_rejected',
    text: textAt(entry, 'error_message') || name || 'The site could not answer.',
    ...retryAfterIn(entry),
  };
}
