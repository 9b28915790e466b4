import { trimSigns } from '../../../shared/lib/trim-signs.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { looseForm, looseWords } from './loose-form.ts';

/** An action as it is asked for, and by which names its tool may be called. */
export interface AskedAction {
  readonly names: readonly { readonly target: string; readonly tool: string }[];
  readonly params: JsonObject;
}

/** Junk between the letters of a word: line numbers, and remains of marks. */
const JUNK = String.raw`[\d:@]{0,12}?`;

/** Looked for in a few signs before a name. */
const MARK_BEFORE = /(?<![\d:@])[\d:]*@[\d:@]*$/;

/** So far from its tool a target may stand where nothing marks them as an action, as in a table or in sentences. */
const NAME_GAP = 500;

/** So far from its name the params of an action are looked for, and farther the longer they are. */
const NEAR = 120;

const FARTHEST = 60_000;

/** Params of so many letters and digits are no chance where their name stands near. */
const MEANT_LENGTH = 12;

/** Words that are looked for, the longest: the fewer, the sooner a person is asked. */
const MAX_WORDS = 16;

const MAX_WORD_LENGTH = 64;

/**
 * Whether an action may stand in words of others, given in their loose form. With `@` before its name or `::` in it, it
 * does where all words of its params are near, in any order. Without them, as in a table, all of its params stand there
 * as they are asked for, and are long enough to be no chance.
 */
export function standsIn(asked: AskedAction, loose: string): boolean {
  const needed = neededOf(asked.params);
  const { words, texts, isMeant } = needed;
  return (
    allIn(words, markedIn(loose, asked.names, needed), loose) ||
    (isMeant && allIn(texts, bareIn(loose, asked.names, needed), loose))
  );
}

interface Needed {
  readonly words: readonly string[];
  /** Whole strings. */
  readonly texts: readonly string[];
  readonly isMeant: boolean;
  readonly reach: number;
}

function neededOf(params: JsonObject): Needed {
  const values = valuesIn(params);
  const strings = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  // Beside strings they tell little, and one more of them makes no other action.
  const texts = strings.some((text) => looseWords(text).length > 0) ? strings : numbers.map(digits);
  const words = texts.flatMap(looseWords);
  const length = words.reduce((sum, word) => sum + word.length, 0);
  return {
    words: longest(words),
    texts: longest(texts.map((text) => looseWords(text).join(''))),
    isMeant: length >= MEANT_LENGTH,
    reach: Math.min(NEAR + 3 * looseForm(JSON.stringify(params)).length, FARTHEST),
  };
}

function longest(words: readonly string[]): readonly string[] {
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_LENGTH)))]
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
}

/** Those that all ways to write a number begin with: 1500 is 1.5e3. */
function digits(value: number): string {
  const mantissa = String(value).replace(/e.*$/, '');
  return trimSigns(mantissa.replaceAll(/\D/g, ''), '0');
}

function valuesIn(value: JsonValue): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one: JsonValue) => valuesIn(one))
    : [];
}

/** From where to where it is near a name; in order, and none overlaps another. */
type Ranges = [from: number, to: number][];

/** Near names that are marked as those of an action. */
function markedIn(loose: string, names: AskedAction['names'], { reach }: Needed): Ranges {
  const ranges: Ranges = [];
  const targets = oneOf(names.map(({ target }) => target));
  const tools = oneOf(names.map(({ tool }) => tool));
  // `browser::browser.click` names its target twice.
  const next = `${JUNK}(?:${targets}${JUNK})?`;
  const name = new RegExp(`${targets}(?<next>${next})${tools}`, 'gu');
  for (let found = name.exec(loose); found !== null; found = name.exec(loose)) {
    const { 0: all, index } = found;
    const next = found.groups?.['next'] ?? '';
    const isMarked =
      next.split(':').length > 2 || MARK_BEFORE.test(loose.slice(Math.max(0, index - 12), index));
    if (isMarked) add(ranges, index - reach, index + all.length + reach);
    name.lastIndex = index + 1;
  }
  return ranges;
}

/** Near names of the tool that stand near a name of the target. */
function bareIn(loose: string, names: AskedAction['names'], { reach }: Needed): Ranges {
  const ranges: Ranges = [];
  const tools = new RegExp(oneOf(names.map(({ tool }) => tool)), 'gu');
  for (const { 0: all, index } of loose.matchAll(tools))
    add(ranges, index - reach - NAME_GAP, index + all.length + reach + NAME_GAP);
  const targets = new RegExp(oneOf(names.map(({ target }) => target)), 'u');
  return ranges.filter(([from, to]) => targets.test(loose.slice(from, to)));
}

function add(ranges: Ranges, from: number, to: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && from <= last[1]) last[1] = to;
  else ranges.push([Math.max(0, from), to]);
}

/** All of them stand in one range. */
function allIn(words: readonly string[], ranges: Ranges, loose: string): boolean {
  const patterns = words.map((word) => new RegExp(spread(word), 'u'));
  return ranges.some(([from, to]) => {
    const near = loose.slice(from, to);
    return words.every((word, at) => near.includes(word) || patterns[at]?.test(near) === true);
  });
}

/** Finds a word also where its letters stand apart. Letters and digits alone need no escape. */
function oneOf(names: readonly string[]): string {
  return `(?:${[...new Set(names.map((name) => spread(looseForm(name))))].join('|')})`;
}

function spread(word: string): string {
  return Array.from(word)
    .filter((sign) => sign !== ':' && sign !== '@')
    .join(JUNK);
}
