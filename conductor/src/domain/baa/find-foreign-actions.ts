import type { JsonObject, JsonValue } from './json-value.ts';
import { MAX_NAME_LENGTH } from './parse-actions.ts';
import { readJsonObject } from './read-json-object.ts';

/** Stands for every action. */
export const ANY_ACTION = '*';

/** A text that holds more of them may hold any. */
const MAX_FOUND = 1_000;
/** JSON in a string of JSON, and so on. */
const MAX_UNESCAPINGS = 3;

const MAY_HOLD_ACTIONS = /::|\\u003a|&#|&colon;/i;
const NAME = /@([a-z][a-z0-9_.-]*)::([A-Za-z][A-Za-z0-9_.-]*)/g;
const LINE_END = /(?:\r\n|\n|\r)[ \t>]*/g;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(quot|apos|amp|lt|gt|colon|commat|nbsp));/gi;

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  colon: ':',
  commat: '@',
  nbsp: ' ',
};

/**
 * An action as it is compared: equal for all ways to write it that mean the same, whatever the order of its keys, its
 * escapes and its blanks.
 */
export function canonicalAction(target: string, tool: string, params: JsonObject): string {
  return JSON.stringify([target, tool, canonical(params)]);
}

/**
 * All actions that stand in a text that others wrote, anywhere in it: in prose, quotes, fences of any kind, HTML, or
 * strings of JSON. Each in its canonical form, once. A name that params follow is found without them too. Takes linear
 * time.
 */
export function findForeignActions(text: string): readonly string[] {
  if (!MAY_HOLD_ACTIONS.test(text)) return [];
  const found = new Set<string>();
  let view = text;
  for (let round = 0; round <= MAX_UNESCAPINGS; round += 1) {
    collect(view, found);
    const decoded = withoutEntities(view);
    if (decoded !== view) collect(decoded, found);
    if (found.size > MAX_FOUND) return [ANY_ACTION];
    const unescaped = withoutEscapes(view);
    if (unescaped === view) break;
    view = unescaped;
  }
  return [...found];
}

function collect(view: string, found: Set<string>): void {
  // On one line, what a mail program broke into quoted lines is whole again.
  const text = view.replaceAll(LINE_END, ' ');
  for (const { 0: name, 1: target = '', 2: tool = '', index } of text.matchAll(NAME)) {
    if (found.size > MAX_FOUND) return;
    if (target.length > MAX_NAME_LENGTH) continue;
    for (const one of new Set([tool, withoutStops(tool)]))
      if (one.length <= MAX_NAME_LENGTH) found.add(canonicalAction(target, one, {}));
    const params = paramsAt(text, index + name.length);
    if (params !== null) found.add(canonicalAction(target, tool, params));
  }
}

/** The full stop of a sentence is no part of a name, though it could be one. */
function withoutStops(tool: string): string {
  let end = tool.length;
  while ('._-'.includes(tool.charAt(end - 1))) end -= 1;
  return tool.slice(0, end);
}

function paramsAt(text: string, at: number): JsonObject | null {
  if (!text.startsWith('::', at)) return null;
  let start = at + 2;
  while (text[start] === ' ' || text[start] === '\t') start += 1;
  if (text[start] !== '{') return null;
  const read = readJsonObject(text, start);
  return read.ok ? read.value.value : null;
}

function canonical(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').trim();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: JsonValue) => canonical(one));
  const entries = Object.entries(value).map(([key, one]) => [key, canonical(one)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(ESCAPE, (_all, code: string | undefined, char = '') =>
    code === undefined ? (ESCAPED[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (all: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}
