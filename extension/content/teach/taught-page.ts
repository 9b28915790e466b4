import type { PageSelectors } from '../../platforms/platform.ts';
import { queryPath } from '../compose/query-deep.ts';
import type { LearnedTurns } from './learned-turns.ts';

/** Parts that a person pointed at on a site, as selectors by role, name and place; null: not shown. */
export interface TaughtPage {
  readonly composer: string | null;
  readonly sendButton: string | null;
  /** Finds every reply of the assistant, the newest last. */
  readonly reply: string | null;
}

/** A part of `browser.storage.local` as this needs it. */
export interface TaughtStorage {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
}

const KEY = `taught:${location.origin}`;
const LEARNED_KEY = `learned:${location.origin}`;
const MAX_SELECTOR_LENGTH = 2_000;

export async function readTaught(storage: TaughtStorage): Promise<TaughtPage | null> {
  const stored = Object((await storage.get(KEY))[KEY]) as Partial<
    Record<keyof TaughtPage, unknown>
  >;
  const taught = {
    composer: usable(stored.composer),
    sendButton: usable(stored.sendButton),
    reply: usable(stored.reply),
  };
  return Object.values(taught).every((one) => one === null) ? null : taught;
}

/** Null forgets it, and what was learned beside it. */
export async function keepTaught(storage: TaughtStorage, taught: TaughtPage | null): Promise<void> {
  if (taught !== null) return storage.set({ [KEY]: taught });
  await storage.remove(KEY);
  await storage.remove(LEARNED_KEY);
}

export async function readLearned(storage: TaughtStorage): Promise<LearnedTurns | null> {
  const stored = Object((await storage.get(LEARNED_KEY))[LEARNED_KEY]) as Partial<
    Record<keyof LearnedTurns, unknown>
  >;
  const userTurn = usable(stored.userTurn);
  const assistantTurn = usable(stored.assistantTurn);
  return userTurn === null || assistantTurn === null ? null : { userTurn, assistantTurn };
}

export function keepLearned(storage: TaughtStorage, learned: LearnedTurns): Promise<void> {
  return storage.set({ [LEARNED_KEY]: learned });
}

/** The adapter's selectors, with what was shown in place of what it would look for itself. */
export function selectorsWith(own: PageSelectors, taught: TaughtPage | null): PageSelectors {
  const { composer = null, sendButton = null } = taught ?? {};
  return {
    ...own,
    composer: composer === null ? own.composer : [composer],
    sendButton: sendButton === null ? own.sendButton : [sendButton],
  };
}

function usable(selector: unknown): string | null {
  if (typeof selector !== 'string' || selector.length > MAX_SELECTOR_LENGTH) return null;
  try {
    queryPath(selector);
    return selector;
  } catch {
    return null; // Written by another version, or damaged: as if never shown.
  }
}
