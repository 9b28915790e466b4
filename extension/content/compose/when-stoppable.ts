import { pressableOf } from './press-send.ts';

/**
 * The button that stops the reply that is being written, as soon as the page shows one that can be pressed, however late
 * that is. Null: the reply is not being written any more, or the page's script ends.
 */
export function whenStoppable({
  selectors,
  isWritten,
  signal,
}: {
  readonly selectors: readonly string[];
  readonly isWritten: () => boolean;
  readonly signal: AbortSignal;
}): Promise<HTMLElement | null> {
  return new Promise((resolve) => {
    const look = (): void => {
      const isOver = signal.aborted || !isWritten();
      const button = isOver ? null : pressableOf(selectors);
      if (!isOver && button === null) return;
      observer.disconnect();
      signal.removeEventListener('abort', look);
      resolve(button);
    };
    const observer = new MutationObserver(look);
    // Of any attribute: sites tell a button that stops from one that sends by classes, labels and test ids.
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    signal.addEventListener('abort', look);
    look();
  });
}
