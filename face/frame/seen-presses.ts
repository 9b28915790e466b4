/** Longer than between the two clicks of a double one. */
const UNSEEN_MS = 500;

/**
 * Takes no press in the page for a moment after it was opened or came to the front: whoever stood there before can have
 * had a person press, and gone, so that the next press lands on a button of ours that nobody has looked at. Links lead
 * on, and typing goes on. While it waits, the root says so by `data-unseen`. Returns what ends it.
 */
export function takeSeenPresses(): () => void {
  const wired = new AbortController();
  const { signal } = wired;
  const root = document.documentElement;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    root.dataset['unseen'] = '';
    clearTimeout(waiting);
    waiting = setTimeout(() => delete root.dataset['unseen'], UNSEEN_MS);
  }
  function judge(event: Event): void {
    if (root.dataset['unseen'] === undefined || !isDeed(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  for (const name of ['click', 'keydown'])
    window.addEventListener(name, judge, { capture: true, signal });
  window.addEventListener('focus', begin, { signal });
  document.addEventListener('visibilitychange', begin, { signal });
  begin();
  return () => {
    wired.abort();
    clearTimeout(waiting);
    delete root.dataset['unseen'];
  };
}

/** May it change something? */
function isDeed(event: Event): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return true;
  if (event instanceof KeyboardEvent)
    return event.key === 'Enter' || !target.matches('input, textarea, select, [contenteditable]');
  return target.closest('a, button, input, label, summary')?.matches('a') !== true;
}
