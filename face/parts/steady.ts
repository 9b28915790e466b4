import { useRef, useState } from 'preact/hooks';

import { useWorld } from '../store/world.ts';

/** A list as it may be drawn now, and what waits. */
export interface Steady<T> {
  readonly shown: readonly T[];
  /** Rows that came meanwhile and are not drawn yet. */
  readonly waiting: number;
  readonly show: () => void;
  readonly onBusy: (busy: boolean) => void;
}

const CALM_MS = 2_000;

/**
 * Nothing moves under a pointer or a focus: while somebody is at the list, rows that go are drawn as they were, and new
 * ones wait behind a button. Two seconds after they left, it shows how things are. What a person deletes here goes at
 * once: that they asked for.
 */
export function useSteady<T>(all: readonly T[], idOf: (item: T) => string): Steady<T> {
  const gone = useWorld().rows.gone.value;
  const isHere = (item: T): boolean => !gone.has(idOf(item));
  const items = all.every(isHere) ? all : all.filter(isHere);
  const [, redraw] = useState(0);
  const held = useRef<readonly T[] | null>(null);
  const calm = useRef<ReturnType<typeof setTimeout>>(undefined);

  held.current = held.current?.filter(isHere) ?? null;
  if (held.current === null || held.current.length === 0) {
    return { shown: items, waiting: 0, show: () => undefined, onBusy };
  }
  const known = new Set(held.current.map(idOf));
  const now = new Map(items.map((item) => [idOf(item), item]));
  const shown = held.current.map((item) => now.get(idOf(item)) ?? item);
  const last = shown.at(-1);
  const lastAt = last === undefined ? -1 : items.findIndex((item) => idOf(item) === idOf(last));
  // What comes below all that is drawn moves nothing.
  const below =
    lastAt === -1 ? [] : items.slice(lastAt + 1).filter((item) => !known.has(idOf(item)));
  const waiting = items.filter((item) => !known.has(idOf(item))).length - below.length;
  return { shown: [...shown, ...below], waiting, show, onBusy };

  function show(): void {
    held.current = items;
    redraw((count) => count + 1);
  }

  function onBusy(busy: boolean): void {
    clearTimeout(calm.current);
    if (busy) held.current ??= items;
    else {
      calm.current = setTimeout(() => {
        held.current = null;
        redraw((count) => count + 1);
      }, CALM_MS);
    }
  }
}
