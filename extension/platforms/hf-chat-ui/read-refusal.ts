import { parseJson, textAt } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../kit/refusal-by-status.ts';

const CONVERSATION_IS_FULL = /^This conversation has more than \d+ messages/;

export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  const text = textAt(parseJson(body), 'message') ?? general.text;
  // Waiting does not help there, though the status is the one of a limit.
  if (CONVERSATION_IS_FULL.test(text)) return { code: 'send_rejected', text, retryAfterMs: null };
  return { ...general, text };
}
