import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** How long answers must have stood where they are: longer than between the two clicks of a double one. */
const STEADY_MS = 600;

/**
 * For a list of answers: no click in it is taken while they move. When one is given the next moves up, and what else is
 * shown comes and goes above them, so a second click would land on a question that nobody has read.
 */
export function useSteadyClicks<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const list = useRef<Kind>(null);
  useLayoutEffect(() => (list.current === null ? undefined : takeSteadyClicks(list.current)), []);
  return list;
}

/** Returns what ends it. */
export function takeSteadyClicks(list: HTMLElement): () => void {
  let places = '';
  let waiting: ReturnType<typeof setTimeout> | undefined;
  function look(): void {
    const now = placesIn(list);
    if (now === places) return;
    places = now;
    list.dataset['moved'] = '';
    clearTimeout(waiting);
    waiting = setTimeout(() => delete list.dataset['moved'], STEADY_MS);
  }
  function judge(event: Event): void {
    if (list.dataset['moved'] !== undefined) event.stopPropagation(); // guard: steady-answers
  }
  const changes = new MutationObserver(look);
  changes.observe(document.body, { subtree: true, childList: true, attributes: true });
  // Before it reaches what was clicked.
  list.addEventListener('click', judge, { capture: true });
  look();
  return () => {
    changes.disconnect();
    clearTimeout(waiting);
    list.removeEventListener('click', judge, { capture: true });
  };
}

/** Which answer stands where. */
function placesIn(list: HTMLElement): string {
  const places = [...list.querySelectorAll('button')].map((button) => {
    const { top, left } = button.getBoundingClientRect();
    return [button.dataset['approval'], button.dataset['decision'], top, left];
  });
  return JSON.stringify(places);
}
