import { at, idAt, isObject, parseJson, textAt } from '../kit/json-value.ts';
import { AUTHORS, isBeside, isNoAnswer, isOfAssistant, kindIn, wordsOf } from './names.ts';
import { endOf } from './scored-end.ts';
import { textsIn } from './scored-text.ts';
import { toldFailure } from './told-failure.ts';

/** A message that is kept has one of these. */
const MARKS = new Set('id ids uuid time timestamp date created at sent'.split(' '));
/** Kinds of messages that say only that the connection lives, or that a message was read. */
const NEUTRAL = new Set(
  'ping pong heartbeat keepalive ack acknowledged presence seen read delivered receipt'.split(' '),
);
/** Kinds of messages that come from the site, and not from an assistant. */
const NOTICES = new Set('system error notice warning alert'.split(' '));
const DEPTH = 3;
/** A message that is told of lies deeper: in a record, in the data of an event, in a packet. */
const DEPTH_OF_TOLD = 5;

export interface StandingMessage {
  readonly text: string;
  readonly id: string | null;
  /** The site says it, and not the assistant. */
  readonly isNotice: boolean;
}

/**
 * Messages that come over a socket in the form in which the page's own message left: that one was all of a message, and
 * so is another author's. So is one that is kept, by its id or time, and says that an assistant wrote it; and where
 * nothing but text goes over the socket, each text; and the result of the call that it was sent by. It stands while nothing but it has come.
 */
export class WholeMessages {
  readonly #sent: unknown;
  /** Where the words stand in what was sent; null: nowhere. */
  readonly #path: readonly string[] | null;
  readonly #said: string;
  #standing: StandingMessage | null = null;
  #count = 0;

  constructor(sent: unknown, said: string) {
    this.#sent = sent;
    this.#path = pathOf(sent, said);
    this.#said = said;
  }

  /** Null: more than one came, or something after it, or it may go on. */
  get standing(): StandingMessage | null {
    return this.#count === 1 ? this.#standing : null;
  }

  take(value: unknown, name: string): void {
    const words = wordsOf(kindIn(value) ?? name);
    const isNeutral = isBeside(value, 'message') || words.some((word) => NEUTRAL.has(word));
    if (isNeutral && !isNotice(value)) return;
    const isText = typeof value === 'string' && typeof this.#sent === 'string';
    const text = isText ? value : this.#path === null ? null : textAt(value, ...this.#path);
    // Sites tell a message to everybody, its author too.
    if (text?.trim() === this.#said.trim()) return;
    const isSame = text !== null && endOf(value) === null;
    const like = !isSame ? null : isText ? textAlone(value) : this.#messageIn(value, text);
    const message = like ?? resultOf(this.#sent, value) ?? byAssistant(value);
    if (text !== null || message !== null) this.#count += 1;
    this.#standing = message;
  }

  #messageIn(value: unknown, text: string): StandingMessage | null {
    const holders = holdersOf(value, this.#path ?? []);
    const before = holdersOf(this.#sent, this.#path ?? []);
    const id = holders.map((one) => idAt(one, 'id') ?? idAt(one, '_id')).find(Boolean) ?? null;
    if (isNotice(value)) return { text, id, isNotice: true };
    const isLike = before.every((one, level) => hasFieldsOf(holders[level], one));
    const isKept = holders.some((one) => Object.keys(one).some(isMark));
    const isOthers = holders.some((one, level) => isByAnother(one, before[level]));
    return isLike && isKept && isOthers ? { text, id, isNotice: false } : null;
  }
}

function textAlone(text: string): StandingMessage {
  return { text, id: null, isNotice: false };
}

/** Returns what a call by this id was answered with, as in JSON-RPC. */
function resultOf(sent: unknown, value: unknown): StandingMessage | null {
  const id = idAt(sent, 'id');
  const result = at(value, 'result');
  if (id === null || id !== idAt(value, 'id') || toldFailure(result) !== null) return null;
  const [best] = textsIn({ result }, new Map(), true);
  return best !== undefined && best.score > 0
    ? { text: best.text, id: null, isNotice: false }
    : null;
}

/** The one message in a value that is kept, and says itself that an assistant wrote it. */
function byAssistant(value: unknown, depth = 0): StandingMessage | null {
  const inner = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : value;
  if (typeof inner !== 'object' || inner === null || depth > DEPTH_OF_TOLD) return null;
  if (isObject(inner) && isOfAssistant(inner) && Object.keys(inner).some(isMark)) {
    const end = endOf(inner);
    const isOpen = (end !== null && end.finished !== true) || toldFailure(inner) !== null;
    const [best] = textsIn(inner, new Map(), true);
    const isWhole = !isOpen && best !== undefined && !best.isAdded && best.score > 0;
    return isWhole
      ? { text: best.text, id: idAt(inner, 'id') ?? idAt(inner, '_id'), isNotice: false }
      : null;
  }
  const found = Object.values(inner).flatMap((each) => byAssistant(each, depth + 1) ?? []);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Where in an object a text stands. */
function pathOf(value: unknown, text: string, depth = 0): readonly string[] | null {
  if (!isObject(value) || depth > DEPTH) return null;
  for (const [name, field] of Object.entries(value)) {
    if (field === text) return [name];
    const inner = pathOf(field, text, depth + 1);
    if (inner !== null) return [name, ...inner];
  }
  return null;
}

/** The objects on the way to what a path leads to. */
function holdersOf(value: unknown, path: readonly string[]): readonly object[] {
  return path
    .map((_name, index) => at({ value }, 'value', ...path.slice(0, index)))
    .filter(isObject);
}

/** Returns whether one has the kind and all plain fields of the other, except those that tell the two apart. */
function hasFieldsOf(one: unknown, other: unknown): boolean {
  if (kindIn(one) !== kindIn(other)) return false;
  return Object.entries(isObject(other) ? other : {}).every(
    ([name, field]) =>
      isMark(name) || typeof field === 'object' || typeof at(one, name) === typeof field,
  );
}

function isByAnother(one: unknown, other: unknown): boolean {
  return AUTHORS.some((name) => {
    const author = textAt(one, name);
    return author !== null && author !== textAt(other, name) && !isNoAnswer(author);
  });
}

function isMark(name: string): boolean {
  return wordsOf(name).some((word) => MARKS.has(word));
}

function isNotice(value: unknown): boolean {
  const names = [kindIn(value), ...AUTHORS.map((name) => textAt(value, name))];
  return names.some((name) => wordsOf(name ?? '').some((word) => NOTICES.has(word)));
}
