import type { JsonObject, JsonValue } from './json-value.ts';
import { MAX_NAME_LENGTH } from './parse-actions.ts';
import { readJsonObject } from './read-json-object.ts';

/** Stands for every action. */
export const ANY_ACTION = '*';

/** A text that holds more of them, or of what may be one with params, may hold any. */
const MAX_FOUND = 1_000;

/** A longer text that names an action is not taken apart, and may hold any: nobody else has a turn meanwhile. */
const LONGEST_READ = 2 ** 20;

/** JSON in a string of JSON, and so on. */
const MAX_UNESCAPINGS = 3;

/** HTML in a feed, and so on. */
const MAX_DECODINGS = 2;

const MAY_HOLD_ACTIONS = /:\\?:|\\u003a|&#|&colon/i;

const NAMES_ACTION =
  /@[a-z][a-z0-9_.\\-]*:\\?:\\?[A-Za-z]|\\u00(?:3a|40)|&#(?:0*(?:58|64)|x0*(?:3a|40));|&co(?:lon|mmat);/i;

const NAME = /@([a-z][a-z0-9_.-]*)::([A-Za-z][A-Za-z0-9_.-]*)/g;

const LINE_END = /(?:\r\n|\n|\r)[ \t>]*/g;

/** Of JSON, and of Markdown: that of any punctuation. */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([bfnrt!-/:-@[-`{-~]))/g;

/** Of Markdown alone: what JSON escapes stays as it is. */
const MARKDOWN_ESCAPE = /\\([!#-.:-@[\]-`{-~])/g;

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Of what an action is written with. */
const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  colon: ':',
  commat: '@',
  comma: ',',
  period: '.',
  lowbar: '_',
  lcub: '{',
  lbrace: '{',
  rcub: '}',
  rbrace: '}',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
  sol: '/',
  bsol: '\\',
  nbsp: ' ',
  tab: '\t',
  newline: '\n',
};

const ENTITY = new RegExp(
  `&(?:#(\\d{1,7})|#x([0-9a-fA-F]{1,6})|(${Object.keys(NAMED).join('|')}));`,
  'gi',
);

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
  if (text.length > LONGEST_READ) return NAMES_ACTION.test(text) ? [ANY_ACTION] : [];
  if (!MAY_HOLD_ACTIONS.test(text)) return [];
  const found = new Found();
  let view = text;
  for (let round = 0; round <= MAX_UNESCAPINGS; round += 1) {
    collect(view, found);
    for (const decode of [withoutEntities, withoutMarkdownEscapes]) {
      let decoded = view;
      for (let layer = 0; layer < MAX_DECODINGS; layer += 1) {
        const next = decode(decoded);
        if (next === decoded) break;
        collect(next, found);
        decoded = next;
      }
    }
    if (found.isTooMuch) return [ANY_ACTION];
    const unescaped = withoutEscapes(view);
    if (unescaped === view) break;
    view = unescaped;
  }
  return [...found.actions];
}

class Found {
  readonly actions = new Set<string>();
  /** What follows a name like params, whether it is params or not: to read it takes time. */
  reads = 0;

  get isTooMuch(): boolean {
    return this.actions.size > MAX_FOUND || this.reads > MAX_FOUND;
  }
}

function collect(view: string, found: Found): void {
  // On one line, what a mail program broke into quoted lines is whole again.
  const text = view.replaceAll(LINE_END, ' ');
  const named = new Set<string>();
  for (const { 0: name, 1: target = '', 2: tool = '', index } of text.matchAll(NAME)) {
    if (found.isTooMuch) return;
    if (target.length > MAX_NAME_LENGTH) continue;
    if (!named.has(name)) {
      named.add(name);
      for (const one of new Set([tool, withoutStops(tool)]))
        if (one.length <= MAX_NAME_LENGTH) found.actions.add(canonicalAction(target, one, {}));
    }
    const start = paramsStart(text, index + name.length);
    if (start === null) continue;
    found.reads += 1;
    const read = readJsonObject(text, start);
    if (read.ok) found.actions.add(canonicalAction(target, tool, read.value.value));
  }
}

/** The full stop of a sentence is no part of a name, though it could be one. */
function withoutStops(tool: string): string {
  let end = tool.length;
  while ('._-'.includes(tool.charAt(end - 1))) end -= 1;
  return tool.slice(0, end);
}

function paramsStart(text: string, at: number): number | null {
  if (!text.startsWith('::', at)) return null;
  let start = at + 2;
  while (text[start] === ' ' || text[start] === '\t') start += 1;
  return text[start] === '{' ? start : null;
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

function withoutMarkdownEscapes(text: string): string {
  return text.includes('\\') ? text.replaceAll(MARKDOWN_ESCAPE, '$1') : text;
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (all: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}
