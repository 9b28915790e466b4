import { isRecord } from '../../messages/shape.ts';

/** State that survives a reload of the page: pages keep the text of their composer, too. */
export interface KeptComposer {
  /** Mark (`markOf`) of our own text that was put in and not sent; it tells that text from a person's. */
  readonly ours: string | null;
  /** Names of the ways in whose text the page changed when it sent it. */
  readonly mangling: readonly string[];
}

const KEY = 'baton:composer';
const NOTHING: KeptComposer = { ours: null, mangling: [] };

/**
 * In the page's session storage, as the page itself may keep drafts. The page could change it, and gains nothing: what is
 * in its composer is its own, and each message is examined again before it leaves.
 */
export function readKept(): KeptComposer {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isRecord(kept)) return NOTHING;
    const { ours, mangling } = kept;
    return {
      ours: typeof ours === 'string' ? ours : null,
      mangling: Array.isArray(mangling) ? mangling.filter((name) => typeof name === 'string') : [],
    };
  } catch {
    return NOTHING; // The page may not store anything, or stored something else there.
  }
}

export function keep(kept: KeptComposer): void {
  try {
    if (kept.ours === null && kept.mangling.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // As above: it is known until the page is loaded again.
  }
}
