import { readErrorValue } from '../kit/read-error-value.ts';
import { at } from '../kit/json-value.ts';
import { refusalInWords } from '../kit/refusal-in-words.ts';

/** `{error: true, msg}` of the page's own server, or what the provider said, passed on. */
export const readRefusal = refusalInWords((body) =>
  readErrorValue(at(body, 'error') === undefined ? null : body),
);
