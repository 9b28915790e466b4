/** How long a person must have had the page in front of them before its button takes a click. */
const GUARD_MS = 1_000;

/**
 * Makes a button take the click of a person who can have read what stands above it: it is off until the page has been
 * visible, with the focus, for a second without a break. So neither a second click meant for the page before, nor one
 * while the page is behind another, counts. A script's click never does. `isOpen` says whether there is anything to
 * click for; call the returned function when that has changed.
 */
export function wireSeenButton(
  button: HTMLButtonElement,
  isOpen: () => boolean,
  pressed: () => void,
): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function guard(): void {
    clearTimeout(waiting);
    button.disabled = true;
    if (!isOpen() || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    waiting = setTimeout(() => (button.disabled = false), GUARD_MS);
  }

  button.addEventListener('click', (event) => {
    if (event.isTrusted && !button.disabled) pressed();
  });
  document.addEventListener('visibilitychange', guard);
  window.addEventListener('focus', guard);
  window.addEventListener('blur', guard);
  guard();
  return guard;
}
