import type { JsonObject, JsonValue } from '../../baa/json-value.ts';

/** One value may be read in several ways by the program that gets it. */
export interface Readings {
  /** As it is, percent-decoded, with `\` as `/`, and with `.` and `..` taken in: each once. */
  readonly texts: readonly string[];
  /** The same of every string inside it, where it is a list or an object. */
  readonly inside: readonly string[];
  /** It climbs out of where it seems to be, or ends where a program may stop reading: nothing is certain of it. */
  readonly evasive: boolean;
}

const MOST_DECODINGS = 3;

/**
 * All that a param can be taken for. `name` goes into objects and lists by dots, as `options.path` or `paths.0`. Null:
 * there is no such param. What is not a string is read as its JSON.
 */
export function readingsOf(params: JsonObject, name: string): Readings | null {
  const value = valueAt(params, name);
  if (value === undefined) return null;
  const forms = stringsIn(value).flatMap(formsOf);
  const evasive = forms.some(isEvasive);
  if (typeof value === 'string') return { texts: forms, inside: [], evasive };
  return { texts: [JSON.stringify(value)], inside: forms, evasive };
}

function valueAt(params: JsonObject, name: string): JsonValue | undefined {
  let value: JsonValue | undefined = params;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    // The length of a list is no param.
    if (Array.isArray(value) && !/^\d+$/.test(part)) return undefined;
    value = (value as JsonObject)[part];
  }
  return value;
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one: JsonValue) => stringsIn(one));
}

function formsOf(text: string): string[] {
  const decoded = [text];
  for (let round = 0; round < MOST_DECODINGS; round += 1) {
    decoded.push(percentDecoded(decoded.at(-1) ?? text));
  }
  const slashed = decoded.map((one) => one.replaceAll('\\', '/'));
  return [...new Set([...decoded, ...slashed, ...slashed.map(withoutDots)])];
}

/** Sequence by sequence: one that means nothing does not hide the others. */
function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** `/a/./b//../c` is `/a/c`; the `//` after a URL's scheme stays. */
function withoutDots(path: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(path) ?? [];
  const parts = rest.split('/');
  const kept: string[] = [];
  for (const [index, part] of parts.entries()) {
    const inside = index > 0 && index < parts.length - 1;
    if (part === '..') {
      // Nothing lies above the root.
      if (kept.join('') !== '') kept.pop();
    } else if (part !== '.' && !(part === '' && inside)) kept.push(part);
  }
  return scheme + kept.join('/');
}

function isEvasive(text: string): boolean {
  return /(^|[/\\])\.\.([/\\]|$)/.test(text) || text.includes('\0');
}
