import { idAt, isObject, parseJson, textAt } from '../kit/json-value.ts';
import {
  isAside,
  isNoAnswer,
  isOfReply,
  kindIn,
  opensAsEnvelope,
  saysItIsOfReply,
  wordsOf,
} from './names.ts';

/** How much a word in the name of a field, or of a kind, says that what it names is the answer's text. */
const WEIGHTS = weighed({
  4: 'delta token append',
  3: 'text content chunk piece answer response reply completion markdown',
  2: 'output generated assistant bot llm',
  1: 'ai agent chat message msg partial final data value payload body item result generation choice candidate stream',
  0: 'is raw new full current so far plain update event add model turn run block part on',
});
/** A name with a word that nobody knows says less. */
const UNKNOWN = -1;
/** These name what stands beside a text, whatever else the name says. */
const BESIDE =
  /^(?:id|ids|type|url|uri|link|name|title|role|model|status|state|author|time|date|at|created|hash|key|lang|language|code|reason|error|event|kind|user|question|prompt|query|input|count|index|number|version|format|sid|object|token_type|path)$/;
/** Words in names of fields that hold only new text. */
const ADDED = new Set(['token', 'delta', 'append']);
/** Each level further in counts so much less, and each name on the way half of its own. */
const PER_LEVEL = 0.5;
const SHARE = 0.5;
const DEPTH = 4;
/** Score of a text that continues the earlier one at the same place: answers grow so. */
export const GROWTH = 2;

export interface ScoredText {
  readonly text: string;
  /** Where it stands: the names on the way, lists apart. */
  readonly place: string;
  readonly score: number;
  readonly isAdded: boolean;
}

/** How far the words of a name say that it is the answer's. */
export function scoreOf(name: string): number {
  // guard: beside-by-name
  const isBeside = isNoAnswer(name) || wordsOf(name).some((word) => BESIDE.test(word));
  return isBeside ? Number.NEGATIVE_INFINITY : scoreOfKind(name);
}

/** The words of a kind, of which none can rule the value out: that is `isAside`'s to say. */
export function scoreOfKind(kind: string): number {
  return wordsOf(kind).reduce((sum, word) => sum + weightOf(word), 0);
}

function weightOf(word: string): number {
  return WEIGHTS.get(word) ?? WEIGHTS.get(word.replace(/s$/, '')) ?? UNKNOWN;
}

/**
 * The texts of a value, the likeliest first: by the words of their names, by their place, and, with `before`, by
 * whether what stood there grew. What `opened` yields by itself is left to it, unless all is asked for.
 */
export function textsIn(
  value: unknown,
  before: ReadonlyMap<string, string>,
  isAll: boolean,
): ScoredText[] {
  const found = new Map<string, ScoredText>();
  for (const each of leaves(value, [], 0, isAll)) {
    const known = found.get(each.place);
    // Parts of one text, as in `content: [{text}, {text}]`.
    found.set(each.place, known ? { ...known, text: known.text + each.text } : each);
  }
  return [...found.values()]
    .map((each) => ({ ...each, score: each.score + growthOf(each, before) }))
    .toSorted((one, other) => other.score - one.score);
}

function growthOf({ place, text }: ScoredText, before: ReadonlyMap<string, string>): number {
  const earlier = before.get(place) ?? '';
  return earlier !== '' && text.length > earlier.length && text.startsWith(earlier) ? GROWTH : 0;
}

function* leaves(
  value: unknown,
  path: readonly string[],
  shared: number,
  isAll: boolean,
): Generator<ScoredText, void, undefined> {
  if (Array.isArray(value)) {
    for (const each of spoken(value)) yield* leaves(each, path, shared, isAll);
  }
  if (path.length > DEPTH || !isObject(value)) return;
  for (const [name, field] of Object.entries(value)) {
    const own = scoreOf(name);
    if (own === Number.NEGATIVE_INFINITY) continue;
    const place = [...path, name];
    if (typeof field === 'string') {
      // JSON in a text, as in the data of an event.
      if (path.length === 0 && opensAsEnvelope(name) && isObject(parseJson(field))) continue;
      const isAdded = wordsOf(name).some((word) => ADDED.has(word));
      yield { text: field, place: place.join('.'), score: own + shared, isAdded };
      continue;
    }
    if (
      !(isOfReply(name) || areParts(field)) ||
      (!isAll && path.length === 0 && opensAsEnvelope(name))
    )
      continue;
    const inner = shared + Math.max(0, own) * SHARE - PER_LEVEL;
    if (Array.isArray(field) || mayHoldText(field)) yield* leaves(field, place, inner, isAll);
  }
}

/** Parts that say themselves what they are of. */
function areParts(field: unknown): boolean {
  return Array.isArray(field) && field.length > 0 && field.every(saysItIsOfReply);
}

/** Returns the last of a list of messages; of a list of parts, all. */
function spoken(list: readonly unknown[]): readonly unknown[] {
  const held = list.filter(mayHoldText);
  const isMessage = (each: unknown): boolean =>
    textAt(each, 'role') !== null || idAt(each, 'id') !== null;
  return list.some(isMessage) ? held.filter(isMessage).slice(-1) : held;
}

function mayHoldText(value: unknown): boolean {
  const kind = kindIn(value) ?? '';
  return isObject(value) && isOfReply(kind) && !isAside(value, kind);
}

function weighed(lists: Readonly<Record<number, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(lists).flatMap(([weight, words]) =>
      words.split(' ').map((word): [string, number] => [word, Number(weight)]),
    ),
  );
}
