import { at, idAt, isObject, textAt } from '../kit/json-value.ts';
import { isBeside, isNoAnswer, kindIn, wordsOf } from './names.ts';
import { endOf } from './scored-end.ts';

/** How sites call who wrote a message. */
const AUTHORS = 'author sender from role user username name participant'.split(' ');
/** A message that is kept has one of these. */
const MARKS = new Set('id ids uuid time timestamp date created at sent'.split(' '));
/** Kinds of messages that say only that the connection lives, or that a message was read. */
const NEUTRAL = new Set(
  'ping pong heartbeat keepalive ack acknowledged presence seen read delivered receipt'.split(' '),
);
/** Kinds of messages that come from the site, and not from an assistant. */
const NOTICES = new Set('system error notice warning alert'.split(' '));
const DEPTH = 3;

export interface StandingMessage {
  readonly text: string;
  readonly id: string | null;
  /** The site says it, and not the assistant. */
  readonly isNotice: boolean;
}

/**
 * Messages that come over a socket in the form in which the page's own message left: that one was all of a message, and
 * so is another author's. It stands while nothing but it has come.
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
    const text = this.#path === null ? null : textAt(value, ...this.#path);
    // Sites tell a message to everybody, its author too.
    if (text === this.#said) return;
    if (text !== null) this.#count += 1;
    this.#standing = text === null || endOf(value) !== null ? null : this.#messageIn(value, text);
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
