import type { RenderedTurn } from './rendered-turns.ts';
import { markOf } from './same-message.ts';

/** A part of `browser.storage.local` as this needs it. */
export interface TalkStorage {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

/** How a conversation that nothing names stood when it was seen last: marks of its texts, and no text. */
export interface KnownTalk {
  readonly id: string;
  /** Where its page is on its site. */
  readonly path: string;
  /** Mark of the answers before the last message: a conversation of one exchange may be any that began the same. */
  readonly before: string;
  /** The last message. */
  readonly said: string;
  /** Mark of the answer to that; null: none was seen. */
  readonly answered: string | null;
}

const MAX_TALKS = 50;
const KEY = `talks:${location.origin}`;

/** The conversations of this site that nothing names, so that one is known again where its tab is not. */
export class KnownTalks {
  readonly #storage: TalkStorage;

  constructor(storage: TalkStorage) {
    this.#storage = storage;
  }

  /** In place of what was known of it. */
  async keep(talk: KnownTalk): Promise<void> {
    const others = (await this.#read()).filter(({ id }) => id !== talk.id);
    await this.#storage.set({ [KEY]: [talk, ...others].slice(0, MAX_TALKS) });
  }

  /** The id of the one conversation that stands as these turns at that path; null: there is none, or more than one. */
  async find(path: string, turns: readonly RenderedTurn[]): Promise<string | null> {
    const [talk, ...more] = (await this.#read()).filter((one) => isShown(one, path, turns));
    return talk === undefined || more.length > 0 ? null : talk.id;
  }

  async #read(): Promise<readonly KnownTalk[]> {
    const stored = (await this.#storage.get(KEY).catch(() => ({}) as Record<string, unknown>))[KEY];
    return Array.isArray(stored) ? (stored as unknown[]).filter(isTalk) : [];
  }
}

/** How a conversation stands whose page shows these turns; null where they tell too little to know it again. */
export function talkOf(id: string, path: string, turns: readonly RenderedTurn[]): KnownTalk | null {
  const at = turns.findLastIndex(({ role }) => role === 'user');
  const said = markOf(turns[at]?.text ?? '');
  const [answer, ...more] = turns.slice(at + 1);
  const answered = markOf(answer?.text ?? '');
  const before = markBefore(turns, at);
  if (said === null || answered === null || before === null || more.length > 0) return null;
  return { id, path, before, said, answered };
}

/**
 * Returns whether its last message is the last one shown, after the same answers, and with its answer if one was seen.
 */
function isShown(talk: KnownTalk, path: string, turns: readonly RenderedTurn[]): boolean {
  const at = turns.findLastIndex(({ role }) => role === 'user');
  if (talk.path !== path || at < 0 || markOf(turns[at]?.text ?? '') !== talk.said) return false;
  if (markBefore(turns, at) !== talk.before) return false;
  const [answer = null, ...more] = turns.slice(at + 1);
  if (more.length > 0) return false;
  return talk.answered === null || markOf(answer?.text ?? '') === talk.answered;
}

function markBefore(turns: readonly RenderedTurn[], at: number): string | null {
  return markOf(turns[at - 1]?.text ?? '');
}

function isTalk(value: unknown): value is KnownTalk {
  const { id, path, before, said, answered } = Object(value) as Partial<
    Record<keyof KnownTalk, unknown>
  >;
  const isWhole = [id, path, before, said].every((text) => typeof text === 'string');
  return isWhole && (answered === null || typeof answered === 'string');
}
