import { at, isObject, parseJson } from '../kit/json-value.ts';
import { readErrorValue } from '../kit/read-error-value.ts';
import type { WholeAnswer } from '../platform.ts';
import { textOfMarkup } from './markup-text.ts';
import { isNoAnswer, kindIn } from './names.ts';
import { endOf } from './scored-end.ts';
import { scoreOf } from './scored-text.ts';
import { isFailing, toldFailure } from './told-failure.ts';
import { endedBy } from './vocabulary.ts';

const DEPTH = 12;
const MAX_TEXTS = 500;
const MARKUP = /^\s*<[a-z!]/i;
/** Rows of what a server action of React answers: a number, and JSON. */
const ROW = /^[\da-f]+:(?=["[{])/;
const ROWS = /^text\/x-component/;
/** Words that say of a state that it is not over. */
const UNDER_WAY =
  /^(?:queued|pending|processing|running|in.?progress|generating|streaming|writing)$/i;
const STATES = ['status', 'state'];

/**
 * Finds what may be the reply in an answer that is one document, whatever its names are; null: it holds none, or is still
 * being written. Of the messages of a conversation those count that stand after the last one said.
 */
export function wholeAnswer(answer: string, contentType: string, said: string): WholeAnswer | null {
  if (MARKUP.test(answer)) return ofMarkup(answer, said);
  const found = new FoundTexts(said);
  for (const value of valuesOf(answer, contentType) ?? []) found.take(value);
  return found.answer();
}

function valuesOf(answer: string, contentType: string): readonly unknown[] | null {
  const whole = parseJson(answer);
  if (whole !== undefined) return alone(whole) ? null : [whole];
  // Nothing but the text, whatever it is called.
  if (contentType.startsWith('text/html') && !/^\s*[[{]/.test(answer)) return [answer];
  if (!ROWS.test(contentType)) return null;
  const rows = answer.split('\n').filter((row) => row !== '');
  return rows.every((row) => ROW.test(row))
    ? rows.map((row) => parseJson(row.replace(ROW, '')))
    : null;
}

/** A message and nothing else: so gateways report a failure. */
function alone(value: unknown): boolean {
  const names = isObject(value) ? Object.keys(value) : [];
  return names.length === 1 && /^(?:message|msg)$/i.test(names[0] ?? '');
}

interface Group {
  readonly texts: string[];
  readonly isList: boolean;
  readonly score: number;
}

/** The texts of a document by the names that they stand under, and what it says of itself. */
class FoundTexts {
  readonly #said: string;
  readonly #groups = new Map<string, Group>();
  #isDone = false;
  #isUnderWay = false;
  #failed: string | null = null;

  constructor(said: string) {
    this.#said = said.trim();
  }

  answer(): WholeAnswer | null {
    const failed = this.#failed;
    if (failed !== null) return { candidates: [], isDone: true, failed };
    const candidates = [...this.#groups.values()]
      .toSorted((one, other) => other.score - one.score)
      .map(({ texts, isList }) => ({ texts, isList, isRendered: false }));
    const isNone = this.#isUnderWay || candidates.length === 0;
    return isNone ? null : { candidates, isDone: this.#isDone, failed };
  }

  take(value: unknown, path: readonly string[] = [], isItem = false): void {
    if (typeof value === 'string') return this.#takeText(value, path, isItem);
    if (typeof value !== 'object' || value === null || path.length > DEPTH) return;
    if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      // What comes before the message is of before.
      const from = list.findLastIndex((each) => this.#holdsSaid(each));
      for (const each of list.slice(Math.max(from, 0)))
        this.take(each, path, typeof each === 'string');
      return;
    }
    const told = toldFailure(value) ?? (isFailing(kindIn(value) ?? '') ? value : null);
    if (told !== null) this.#failed ??= readErrorValue(told)?.text ?? null;
    const states = STATES.map((name) => at(value, name));
    this.#isUnderWay ||= states.some((each) => typeof each === 'string' && UNDER_WAY.test(each));
    const isOver = states.some((state) => endedBy(state).finished === true);
    this.#isDone ||= isOver || endOf(value)?.finished === true;
    for (const [name, inner] of Object.entries(value)) {
      if (!isNoAnswer(name)) this.take(inner, [...path, name]);
    }
  }

  #takeText(text: string, path: readonly string[], isItem: boolean): void {
    const inner = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
    if (inner !== undefined) return this.take(inner, path);
    const score = path.length === 0 ? 0 : scoreOf(path.at(-1) ?? '');
    const isNone = text.trim() === '' || text.trim() === this.#said;
    if (isNone || score === Number.NEGATIVE_INFINITY) return;
    const place = path.join('.');
    const group = this.#groups.get(place) ?? { texts: [], isList: isItem, score };
    if (group.texts.length < MAX_TEXTS) group.texts.push(text);
    this.#groups.set(place, group);
  }

  #holdsSaid(value: unknown, depth = 0): boolean {
    if (typeof value === 'string') return value.trim() === this.#said;
    if (typeof value !== 'object' || value === null || depth > DEPTH) return false;
    return Object.values(value).some((each) => this.#holdsSaid(each, depth + 1));
  }
}

const MAX_MARKUP = 100_000;
const TAG = /(<[^<>]*>)/;
const NAME = /^<(\/?)([a-z][\w-]*)/i;
const UNSEEN = /^(?:script|style|title)$/i;
const INLINE = /^(?:span|br|wbr|b|i|u|s|em|strong|a|code|small|mark|sub|sup)$/i;

/** The pieces of markup that stand in lines of their own. */
function linesOf(markup: string): readonly string[] {
  const lines = [''];
  let unseen: string | null = null;
  for (const token of markup.split(TAG)) {
    const [, end = '', name = ''] = NAME.exec(token) ?? [];
    if (unseen !== null) {
      if (end !== '' && name.toLowerCase() === unseen) unseen = null;
    } else if (UNSEEN.test(name)) {
      if (end === '') unseen = name.toLowerCase();
    } else if (name !== '' && !INLINE.test(name)) lines.push('');
    // What begins so and has no name is a comment.
    else if (name !== '' || !token.startsWith('<')) lines[lines.length - 1] += token;
  }
  return lines.filter((line) => line.trim() !== '');
}

function ofMarkup(answer: string, said: string): WholeAnswer | null {
  if (answer.length > MAX_MARKUP || textOfMarkup(answer).isError) return null;
  const texts = linesOf(answer).map((piece) => {
    const { text } = textOfMarkup(piece);
    return { text: (text ?? piece.replaceAll(/<[^<>]*>/g, '')).trim(), isRendered: text === null };
  });
  const from = texts.findLastIndex(({ text }) => text === said.trim()) + 1;
  const rest = texts.slice(from, from + MAX_TEXTS);
  const isRendered = rest.length > 1 || rest.some((piece) => piece.isRendered);
  const one = { texts: rest.map(({ text }) => text), isList: false, isRendered };
  return rest.length === 0 ? null : { candidates: [one], isDone: false, failed: null };
}
