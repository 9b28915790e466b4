import { at, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalInWords } from '../kit/refusal-in-words.ts';
import { retryAfterIn } from '../kit/retry-after.ts';

/** The one code of the envelope that is known for sure (site.md, Refusals). */
const INVALID_TOKEN = 40_003;

export const readRefusal = refusalInWords(readEnvelope);

/** The site refuses with status 200 and `{code, msg, data: {biz_code, biz_msg}}`; null where it did not. */
export function readEnvelope(value: unknown): Refusal | null {
  const code = at(value, 'code');
  const businessCode = at(value, 'data', 'biz_code') ?? 0;
  if (typeof code !== 'number' || typeof businessCode !== 'number') return null;
  if (code === 0 && businessCode === 0) return null;
  const words = textAt(value, 'msg') || textAt(value, 'data', 'biz_msg');
  return {
    code: code === INVALID_TOKEN ? 'missing_credential' : 'send_rejected',
    text: words || `The site answered with code ${code || businessCode}.`,
    ...retryAfterIn(at(value, 'data', 'biz_data')),
  };
}

/** A `hint` of a stream that says why there is no answer; null for the other hints. */
export function readHint(hint: unknown): Refusal | null {
  const reason = textAt(hint, 'finish_reason') ?? '';
  // The person stopped it: nothing was refused.
  if (textAt(hint, 'type') !== 'error' || reason === 'manual_abort') return null;
  return {
    code: reason === 'rate_limit_reached' ? 'rate_limited' : 'send_rejected',
    text: textAt(hint, 'content') ?? 'The site reported an error in the reply.',
    ...retryAfterIn(hint),
  };
}
