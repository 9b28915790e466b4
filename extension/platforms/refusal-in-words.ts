import { parseJson } from './json-value.ts';
import type { Platform, Refusal } from './platform.ts';
import { refusalByStatus } from './refusal-by-status.ts';

/**
 * How a refusal reads on a site that says in its body why: its words come before what the status says, but for the
 * kind, where they say no more than no. `read` gives null for a body without such words.
 */
export function refusalInWords(read: (body: unknown) => Refusal | null): Platform['readRefusal'] {
  return (status, headers, body) => {
    const general = refusalByStatus(status, headers);
    const told = read(parseJson(body));
    if (told === null) return general;
    const code = told.code === 'send_rejected' ? general.code : told.code;
    return { code, text: told.text, retryAfterMs: told.retryAfterMs ?? general.retryAfterMs };
  };
}
