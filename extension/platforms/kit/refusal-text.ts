import { firstPresent, isObject, parseJson } from './json-value.ts';
import { WORDS } from './read-error-value.ts';

/** Headline of a server's error page, which says what it is. */
const HEADLINE = /<(title|h1)\b[^>]*>([^<]*)<\/\1/i;
const MARKUP = /^\s*</;
/** Where a body without words of its own has them. */
const ERRORS = ['error', 'errors', 'title', 'statusText'];
const MAX_WORDS = 200;
const FIRST_FAULT_OF_SERVER = 500;

/**
 * How a refusal is told to a person: "The site answered 500: Out of memory." An adapter's own words stand alone, but
 * for a fault of the server's: of that they say what, and not that it was one.
 *
 * @param said As the adapter read it, which may be the status alone.
 * @param body What the site answered, or its beginning.
 */
export function refusalText(status: number, said: string, body: string): string {
  const alone = `The site answered ${status}.`;
  if (said !== alone && status < FIRST_FAULT_OF_SERVER) return said;
  const words = said === alone ? wordsIn(body) : said;
  return words === '' ? alone : `The site answered ${status}: ${words.replace(/\.$/, '')}.`;
}

/** The words of an answer that is text, a page, or a value that tells an error; empty where it has none. */
function wordsIn(body: string): string {
  const value = parseJson(body);
  if (isObject(value)) return oneLine(textOf(firstPresent(value, [...WORDS, ...ERRORS])));
  if (MARKUP.test(body)) return oneLine(HEADLINE.exec(body)?.[2] ?? '');
  return oneLine(typeof value === 'string' ? value : body);
}

function textOf(told: unknown): string {
  const words = isObject(told) ? firstPresent(told, WORDS) : told;
  return typeof words === 'string' ? words : '';
}

function oneLine(text: string): string {
  const words = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words;
}
