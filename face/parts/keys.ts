import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { tinykeys } from 'tinykeys';

import type { WordKey } from '../words/word.ts';

/** One key, or keys one after the other, as tinykeys writes them, and what they do. */
export interface KeyRow {
  readonly keys: string;
  readonly says: WordKey;
  readonly run: () => void;
  /** Left out: always. While it says no, the key is left to others. */
  readonly when?: () => boolean;
  /** Is it done again and again while it is held? What it did first may have brought something else in its place. */
  readonly repeats?: boolean;
}

/** Keys that work now, for the page that lists them; the newest layer last. */
export const keyLayers = signal<
  readonly { readonly title: WordKey; readonly rows: readonly KeyRow[] }[]
>([]);

export const singleKeys = signal(true);

/**
 * Binds keys as long as the component is shown. While somebody types, only those with a modifier do anything.
 * @param first They are asked before those of all else that binds the same key, whichever was bound earlier.
 */
export function useKeys(title: WordKey, rows: readonly KeyRow[], first = false): void {
  const now = useRef(rows);
  now.current = rows;
  const names = rows.map(({ keys }) => keys).join(' · ');
  // Before it is painted: who sees it may press a key at once.
  useLayoutEffect(() => {
    const bindings = Object.fromEntries(
      now.current.map(({ keys }) => [
        keys,
        (event: KeyboardEvent) => {
          const isHeld = /(\$mod|Control|Meta|Alt)\+/.test(keys);
          if (!isHeld && keys !== 'Escape' && (!singleKeys.peek() || isTyping(event))) return;
          // Keys of a screen do nothing below a dialog: Escape closes it, and no more.
          if (!isHeld && document.querySelector('dialog[open]') !== null) return;
          const [begins = '', second] = keys.split(' ');
          if (second === undefined && isSecond(event)) return;
          // Another key came between them: `g a j` is no `g j`.
          if (second !== undefined && before?.key !== begins) return;
          const row = now.current.find((one) => one.keys === keys);
          if (event.defaultPrevented || row?.when?.() === false) return;
          if (event.repeat && row?.repeats !== true) return; // guard: face-held-keys
          event.preventDefault();
          row?.run();
        },
      ]),
    );
    // Once, however often it is asked for.
    window.addEventListener('keydown', note, { capture: true });
    const unbind = tinykeys(window, bindings, { ignore: () => false, capture: first });
    const layer = { title, rows: now.current };
    keyLayers.value = [...keyLayers.peek(), layer];
    return () => {
      unbind();
      keyLayers.value = keyLayers.peek().filter((one) => one !== layer);
    };
  }, [title, names]);
}

/** As tinykeys waits for the second key of two. */
const SEQUENCE_MS = 1_000;

let before: { readonly key: string; readonly at: number } | null = null;
let last: KeyboardEvent | null = null;

/** Is it the second key of two, as `j` in `g j`? Then it is no `j` alone. */
function isSecond(event: KeyboardEvent): boolean {
  if (event !== last) return false;
  if (before === null || event.timeStamp - before.at > SEQUENCE_MS) return false;
  const first = `${before.key} `;
  return keyLayers.peek().some(({ rows }) => rows.some(({ keys }) => keys.startsWith(first)));
}

function note(event: KeyboardEvent): void {
  before = last === null || isTyping(last) ? null : { key: last.key, at: last.timeStamp };
  last = event;
}

export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}
