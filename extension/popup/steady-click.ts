/** How long answers must have stood where they are: longer than between the two clicks of a double one. */
const STEADY_MS = 600;

/**
 * Takes clicks in a list of answers, but not while they move: when one is given the next moves up, and what else is
 * shown comes and goes above them, so a second click would land on a question that nobody has read.
 */
export function onSteadyClick(list: HTMLElement, take: (target: EventTarget | null) => void): void {
  let places = placesIn(list);
  let waiting: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    const now = placesIn(list);
    if (now === places) return;
    places = now;
    list.dataset['moved'] = '';
    clearTimeout(waiting);
    waiting = setTimeout(() => delete list.dataset['moved'], STEADY_MS);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
  list.addEventListener('click', ({ target }) => {
    if (list.dataset['moved'] === undefined) take(target);
  });
}

/** Which answer stands where. */
function placesIn(list: HTMLElement): string {
  const places = [...list.querySelectorAll('button')].map((button) => {
    const { top, left } = button.getBoundingClientRect();
    return [button.dataset['approval'], button.dataset['decision'], top, left];
  });
  return JSON.stringify(places);
}
