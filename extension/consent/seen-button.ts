import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** How long a person must have had the page in front of them before its button takes a click. */
const GUARD_MS = 1_000;

/**
 * A button that takes the click of a person who can have read what stands above it: it is off until the page has been
 * visible, with the focus, for a second without a break or a press. So neither further presses meant for the page before,
 * nor one while the page is behind another, count. A script's click never does. `isOpen`: there is something to click for.
 */
export function useSeenButton(
  isOpen: boolean,
  pressed: () => void,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const now = useRef({ isOpen, pressed });
  now.current = { isOpen, pressed };
  const guard = useRef<SeenButton>(undefined);
  useLayoutEffect(() => {
    if (button.current === null) return undefined;
    const { current } = button;
    guard.current = wireSeenButton(
      current,
      () => now.current.isOpen,
      () => now.current.pressed(),
    );
    return guard.current.end;
  }, []);
  useLayoutEffect(() => guard.current?.changed(), [isOpen]);
  return button;
}

interface SeenButton {
  /** To be called when there is something to click for, or no longer. */
  readonly changed: () => void;
  readonly end: () => void;
}

export function wireSeenButton(
  button: HTMLButtonElement,
  isOpen: () => boolean,
  pressed: () => void,
): SeenButton {
  const wired = new AbortController();
  const { signal } = wired;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function guard(): void {
    clearTimeout(waiting);
    button.disabled = true;
    if (!isOpen() || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    waiting = setTimeout(() => (button.disabled = false), GUARD_MS); // guard: seen-first
  }

  button.addEventListener(
    'click',
    (event) => {
      if (event.isTrusted && !button.disabled) pressed(); // guard: consent-by-hand
    },
    { signal },
  );
  function pressedUnseen(): void {
    if (button.disabled) guard(); // guard: consent-press-rows
  }

  addEventListener('pointerdown', pressedUnseen, { signal, capture: true });
  addEventListener('keydown', pressedUnseen, { signal, capture: true });
  document.addEventListener('visibilitychange', guard, { signal });
  window.addEventListener('focus', guard, { signal });
  window.addEventListener('blur', guard, { signal });
  guard();
  return {
    changed: guard,
    end() {
      wired.abort();
      clearTimeout(waiting);
    },
  };
}
