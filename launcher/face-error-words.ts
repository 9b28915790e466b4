import { ERROR_CODES } from '../shared/model/error-codes.ts';

type Messages = Readonly<Record<string, { readonly message: string }>>;

/**
 * Returns the meaning and remedy of each error in one language, as the web UI loads it: from the phrases that the
 * extension shows.
 */
export function faceErrorWords(messages: Messages): string {
  const rows = Object.keys(ERROR_CODES)
    .toSorted()
    .map((code) => [code, [textOf(messages, `error_${code}`), textOf(messages, `remedy_${code}`)]]);
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
}

function textOf(messages: Messages, key: string): string {
  const found = messages[key];
  if (found === undefined) throw new Error(`_locales has no ${key}.`);
  return found.message;
}
