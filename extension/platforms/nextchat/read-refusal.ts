import { errorIn } from '../kit/error-in.ts';
import { at } from '../kit/json-value.ts';
import { refusalInWords } from '../kit/refusal-in-words.ts';

/** `{error: true, msg}` of the page's own server, or what the provider said, passed on. */
export const readRefusal = refusalInWords((body) =>
  errorIn(at(body, 'error') === undefined ? null : body),
);
