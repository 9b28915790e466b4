import type { PageSelectors } from '../../platforms/platform.ts';

/** What a person pointed at on a site, as selectors by role, name and place; null: not shown. */
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

/** Null forgets it. */
export function keepTaught(storage: TaughtStorage, taught: TaughtPage | null): Promise<void> {
  return taught === null ? storage.remove(KEY) : storage.set({ [KEY]: taught });
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
    document.querySelector(selector);
    return selector;
  } catch {
    return null; // Written by another version, or damaged: as if never shown.
  }
}
