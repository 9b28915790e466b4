import { readErrorValue } from './read-error-value.ts';
import { at, parseJson } from './json-value.ts';
import type { Platform } from '../platform.ts';
import { refusalByStatus } from './refusal-by-status.ts';
import type { Refusal } from './reply-event.ts';

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
    const tellsWhen = told.retryAfterMs !== null || told.retryAtMs !== undefined;
    return { ...(tellsWhen ? told : general), code, text: told.text };
  };
}

/** Where nothing is known of how a site says why, but what all of them do. */
export const plainRefusal = refusalInWords((body) =>
  readErrorValue(at(body, 'error') ?? at(body, 'detail')),
);
