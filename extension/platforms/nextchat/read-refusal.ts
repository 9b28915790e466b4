import { errorIn } from '../error-in.ts';
import { at } from '../json-value.ts';
import { refusalInWords } from '../refusal-in-words.ts';

/** `{error: true, msg}` of the page's own server, or what the provider said, passed on. */
export const readRefusal = refusalInWords((body) =>
  errorIn(at(body, 'error') === undefined ? null : body),
);
