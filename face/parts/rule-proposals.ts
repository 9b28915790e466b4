import type { JsonObject, JsonValue } from './params-fields.ts';

/** A rule that would have let an action run unasked, and how wide it is. */
export interface Proposal {
  /** `values`: with all the params that it has; `folder`: anything below; `tool`: whatever its params. */
  readonly width: 'values' | 'folder' | 'tool';
  readonly tool: string;
  readonly params: Readonly<Record<string, string>> | null;
}

/** As a rule takes it. */
const LONGEST_PATTERN = 2_000;
const LONGEST_NAME = 300;

/** Rules that fit an action, from narrow to wide. What no pattern can say exactly is not proposed. */
export function proposalsFor(tool: string, params: JsonObject): readonly Proposal[] {
  const entries = Object.entries(params);
  const widest: Proposal = { width: 'tool', tool, params: null };
  if (entries.length === 0) return [widest];
  const values = patternsOf(entries, exactPattern);
  const places = entries.filter(([, value]) => isPlace(value));
  const folders = places.length === 0 ? null : patternsOf(places, folderPattern);
  return [
    ...(values ? [{ width: 'values' as const, tool, params: values }] : []),
    ...(folders ? [{ width: 'folder' as const, tool, params: folders }] : []),
    widest,
  ];
}

function patternsOf(
  entries: readonly (readonly [string, JsonValue])[],
  patternOf: (text: string) => string | null,
): Readonly<Record<string, string>> | null {
  const patterns: [string, string][] = [];
  for (const [name, value] of entries) {
    const pattern = patternOf(typeof value === 'string' ? value : JSON.stringify(value));
    // A dot in a name goes into an object; a rule can not mean the dot itself.
    if (name === '' || name.includes('.') || name.length > LONGEST_NAME) return null;
    if (pattern === null || pattern.length > LONGEST_PATTERN) return null;
    if (!stringsIn(value).every(isCertain)) return null;
    patterns.push([name, pattern]);
  }
  return Object.fromEntries(patterns);
}

/** In a pattern every `*` is a wildcard. */
function exactPattern(text: string): string | null {
  return text.includes('*') ? null : text;
}

/** Everything below the folder of a path or an address; the root has too much below it. */
function folderPattern(text: string): string | null {
  const folder = text.slice(0, text.lastIndexOf('/') + 1);
  const bare = folder.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  return bare.length < 2 || exactPattern(folder) === null ? null : `${folder}**`;
}

function stringsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function isPlace(value: JsonValue): value is string {
  return typeof value === 'string' && value.includes('/') && !/\s/.test(value);
}

/**
 * Is there one reading of the text alone? The policy reads a value as it is, percent-decoded, with slashes for
 * backslashes, and with its dots taken in, and lets it run only where the pattern fits each of them.
 */
function isCertain(text: string): boolean {
  if (/\\|\0|%[0-9a-f]{2}/i.test(text)) return false;
  const parts = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split('/');
  return parts.every((part, at) => {
    const inside = at > 0 && at < parts.length - 1;
    return part !== '.' && part !== '..' && !(part === '' && inside);
  });
}
