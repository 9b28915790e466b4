import { isTyping } from '../parts/keys.ts';

/** Longer than between the two clicks of a double one. */
const UNSEEN_MS = 500;

/**
 * Takes no press in the page for a moment after it was opened or came to the front: whoever stood there before can have
 * had a person press, and gone, so that the next press lands on a button of ours that nobody has looked at. Links lead
 * on, typing goes on, and keys that only lead somewhere (Tab, arrows, those held with Ctrl) are taken. Each click, and
 * each key that is not taken, begins the moment anew: a key that is held, and a row of quick presses, were meant for what
 * stood there before. While it waits, the root says so by `data-unseen`.
 */
export function takeSeenPresses(): void {
  const { dataset } = document.documentElement;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    dataset['unseen'] = '';
    clearTimeout(waiting);
    waiting = setTimeout(() => delete dataset['unseen'], UNSEEN_MS);
  }
  function judge(event: Event): void {
    if (dataset['unseen'] === undefined) return;
    const isTaken = !isDeed(event);
    if (!isTaken || event.type === 'click') begin(); // guard: face-press-rows
    if (isTaken) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  addEventListener('click', judge, true);
  addEventListener('keydown', judge, true);
  addEventListener('focus', begin); // guard: face-seen-first
  begin();
}

/** May it change something? */
function isDeed(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) {
    return (event.target as Element).closest('button, input') !== null;
  }
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'Enter') return true;
  const isAlone = !ctrlKey && !metaKey && !altKey;
  return isAlone && !isTyping(event) && (key.length === 1 || key === 'Delete');
}
