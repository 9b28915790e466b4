import { signal } from '@preact/signals';
import { type ComponentChildren, h, render } from 'preact';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider } from 'preact-iso/router';

import type { Ask } from '../../face/api/ask.ts';
import type { Live, LiveNews, LiveState } from '../../face/api/live.ts';
import type { Session } from '../../face/api/session.ts';
import { PreferencesProvider, readPreferences } from '../../face/store/preferences.ts';
import { createWorld, WorldProvider } from '../../face/store/world.ts';

export interface Asked {
  readonly id: string;
  readonly request: unknown;
  readonly options: unknown;
}

export interface DrawnScreen {
  readonly place: HTMLElement;
  readonly asked: readonly Asked[];
  /** Sends news by the live stream. */
  tell(news: LiveNews): void;
  /** The connection to the conductor is lost. */
  lose(): void;
  /** How many screens want the numbers of the stream now. */
  numbersWanted(): number;
  text(selector: string): string;
  /** Does anything wait for what the stream tells, beside the store? */
  listening(): boolean;
  end(): void;
}

/** Makes the answer of a list; without items: an empty list. */
export const page = (...items: readonly unknown[]): unknown => ({ items, next_cursor: null });

/**
 * A screen drawn from answers that the test gives: `answer` says what an operation answers, or promises it; undefined is
 * an empty page.
 * It is live, its clock stands at 38 s, and its session may do all.
 */
export function drawScreen(
  screen: () => ComponentChildren,
  answer: (id: string, request: unknown) => unknown,
): DrawnScreen {
  const asked: Asked[] = [];
  const listeners = new Set<(news: LiveNews) => void>();
  const ask = (async (id: string, request: unknown, options: unknown) => {
    asked.push({ id, request, options });
    const value = await answer(id, request);
    const isError = typeof value === 'object' && value !== null && 'code' in value;
    return isError ? { ok: false, error: value } : { ok: true, value: value ?? page() };
  }) as Ask;
  let wanting = 0;
  const state = signal<LiveState>({ kind: 'live' });
  const live = {
    state,
    now: () => 38_000,
    wantNumbers() {
      wanting += 1;
      return () => (wanting -= 1);
    },
    on(listener: (news: LiveNews) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Live;
  const session = {
    state: signal({ kind: 'in', entered: { scope: 'full', read_only: false } }),
  } as unknown as Session;
  const place = document.createElement('div');
  document.body.append(place);
  const world = createWorld(ask, live, session);
  // What of it is loaded later is drawn once it is there.
  const drawn = h(ErrorBoundary, { children: h(screen, {}) });
  const inWorld = h(WorldProvider, { value: world, children: drawn });
  const children = h(PreferencesProvider, { value: readPreferences(), children: inWorld });
  render(h(LocationProvider, { children }), place);
  return {
    place,
    asked,
    tell: (news) => listeners.forEach((listener) => listener(news)),
    lose: () => (state.value = { kind: 'lost', since: 0 }),
    numbersWanted: () => wanting,
    text: (selector) => place.querySelector(selector)?.textContent ?? '',
    listening: () => listeners.size > 1,
    end() {
      render(null, place);
      document.body.replaceChildren();
      sessionStorage.clear();
    },
  };
}
