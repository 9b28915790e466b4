import { readErrorValue } from '../kit/read-error-value.ts';
import { at } from '../kit/json-value.ts';
import type { Refusal } from '../platform.ts';
import { refusalInWords } from '../kit/refusal-in-words.ts';

/** `{detail}` of the server itself, or what the model's provider said, passed on. */
export const readRefusal = refusalInWords(readError);

/** Null where nothing says that something failed. */
export function readError(value: unknown): Refusal | null {
  return readErrorValue(at(value, 'detail') ?? at(value, 'error'));
}
