import { isEditCommandRunning } from './compose/edit-command.ts';

/** How long after the last key a person counts as typing. */
const TYPING_MS = 2_000;

export interface PersonActivity {
  /** A person is writing into the composer now, or did a moment ago. */
  readonly isTyping: () => boolean;
  /** Ends the typing: the person's message is answered, and the composer is empty. */
  readonly isAnswered: () => void;
}

/**
 * Watches the hands of the person: only trusted events count, so neither this script nor the page's can
 * look like one. `onChange` is called when typing begins and ends; `onAct` at every key or press.
 */
export function watchPerson(
  isInComposer: (target: EventTarget) => boolean,
  onChange: () => void,
  onAct: () => void,
  signal: AbortSignal,
): PersonActivity {
  let typing = false;
  let composing = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    if (composing || !typing) return;
    clearTimeout(quiet);
    typing = false;
    onChange();
  };
  const stopSoon = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(stop, TYPING_MS);
  };
  const onTyping = (event: Event): void => {
    if (!event.isTrusted || isEditCommandRunning() || !event.composedPath().some(isInComposer))
      return;
    if (event.type === 'compositionstart') composing = true;
    if (event.type === 'compositionend') composing = false;
    stopSoon();
    if (typing) return;
    typing = true;
    onChange();
  };
  const onHand = (event: Event): void => {
    if (event.isTrusted) onAct();
  };
  const options = { capture: true, passive: true, signal };
  for (const type of ['keydown', 'beforeinput', 'compositionstart', 'compositionend', 'drop']) {
    document.addEventListener(type, onTyping, options);
  }
  for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, onHand, options);
  signal.addEventListener('abort', () => clearTimeout(quiet));
  return { isTyping: () => typing, isAnswered: stop };
}
