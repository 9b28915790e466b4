import { parseJson, textAt } from '../json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalByStatus } from '../refusal-by-status.ts';

/** `{error: true, msg}` of the page's own server, or what the provider said, passed on. */
export function readRefusal(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Refusal {
  const general = refusalByStatus(status, headers);
  const answer = parseJson(body);
  const words = textAt(answer, 'msg') ?? textAt(answer, 'error', 'message');
  return { ...general, text: words ?? general.text };
}
