import { isObject, parseJson } from '../kit/json-value.ts';
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
 * What may be the reply in an answer that is one document, whatever its names are; null: it holds none, reports a
 * failure, or is still being written. Of the messages of a conversation those count that stand after the last one said.
 */
export function wholeAnswer(answer: string, contentType: string, said: string): WholeAnswer | null {
  if (MARKUP.test(answer)) return ofMarkup(answer, said);
  const values = valuesOf(answer, contentType);
  const found = new Map<string, { texts: string[]; isList: boolean; score: number }>();
  const facts = { isDone: false };
  if (values === null || !values.every((value) => collect(value, [], found, facts))) return null;
  const candidates = [...found.values()]
    .map(({ texts, ...more }) => ({ ...more, texts: after(texts, said) }))
    .filter(({ texts }) => texts.length > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ texts, isList }) => ({ texts, isList, isRendered: false }));
  return candidates.length === 0 ? null : { candidates, ...facts };
}

function after(texts: readonly string[], said: string): readonly string[] {
  return texts.slice(texts.findLastIndex((text) => text.trim() === said.trim()) + 1);
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

/** False: it reports a failure, or that it is not over. */
function collect(
  value: unknown,
  path: readonly string[],
  into: Map<string, { texts: string[]; isList: boolean; score: number }>,
  facts: { isDone: boolean },
  isItem = false,
): boolean {
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    if (inner !== undefined) return collect(inner, path, into, facts);
    const score = path.length === 0 ? 0 : scoreOf(path.at(-1) ?? '');
    if (value.trim() === '' || score === Number.NEGATIVE_INFINITY) return true;
    const place = path.join('.');
    const group = into.get(place) ?? { texts: [], isList: isItem, score };
    if (group.texts.length < MAX_TEXTS) group.texts.push(value);
    into.set(place, group);
    return true;
  }
  if (typeof value !== 'object' || value === null || path.length > DEPTH) return true;
  if (Array.isArray(value))
    return value.every((each) => collect(each, path, into, facts, typeof each === 'string'));
  const states = STATES.map((name) => (value as Record<string, unknown>)[name]);
  if (toldFailure(value) !== null || isFailing(kindIn(value) ?? '')) return false;
  if (states.some((state) => typeof state === 'string' && UNDER_WAY.test(state))) return false;
  facts.isDone ||=
    endOf(value)?.finished === true || states.some((state) => endedBy(state).finished === true);
  return Object.entries(value)
    .filter(([name]) => !isNoAnswer(name))
    .every(([name, inner]) => collect(inner, [...path, name], into, facts));
}

const UNSEEN = /<(script|style|title)\b[^>]*>[^]*?<\/\1\s*>|<!--[^]*?-->|<!doctype[^>]*>/gi;
const BLOCK = /<\/?(?!(?:span|br|wbr|b|i|u|s|em|strong|a|code|small|mark|sub|sup)\b)[a-z][^>]*>/i;

function ofMarkup(answer: string, said: string): WholeAnswer | null {
  const seen = answer.replaceAll(UNSEEN, ' ');
  if (textOfMarkup(seen).isError) return null;
  const pieces = seen.split(BLOCK).filter((piece) => piece.trim() !== '');
  const texts = pieces.map((piece) => {
    const { text } = textOfMarkup(piece);
    return { text: (text ?? piece.replaceAll(/<[^>]*>/g, '')).trim(), isRendered: text === null };
  });
  const from = texts.findLastIndex(({ text }) => text === said.trim()) + 1;
  const rest = texts.slice(from, from + MAX_TEXTS);
  const isRendered = rest.length > 1 || rest.some((piece) => piece.isRendered);
  const one = { texts: rest.map(({ text }) => text), isList: false, isRendered };
  return rest.length === 0 ? null : { candidates: [one], isDone: false };
}
