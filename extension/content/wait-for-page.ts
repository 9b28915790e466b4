/**
 * Waits until `check` holds, looking after every change of the page. False when the time is up or the work
 * was called off. Works in hidden tabs: no animation frames, and the clock is only the bound. `stillMs`: gives up
 * earlier, once the page has not changed for so long.
 */
export function waitForPage(
  check: () => boolean,
  options: {
    readonly withinMs: number;
    readonly stillMs?: number;
    readonly signal?: AbortSignal;
  },
): Promise<boolean> {
  if (check()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const stop = new AbortController();
    const finish = (result: boolean): void => {
      stop.abort();
      clearTimeout(timer);
      clearTimeout(still);
      observer.disconnect();
      resolve(result);
    };
    const { withinMs, stillMs = withinMs } = options;
    const giveUp = (): void => finish(check());
    const look = (): void => {
      if (check()) return finish(true);
      clearTimeout(still);
      still = setTimeout(giveUp, stillMs);
    };
    const timer = setTimeout(giveUp, withinMs);
    let still = setTimeout(giveUp, stillMs);
    const observer = new MutationObserver(look);
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: [
        'disabled',
        'aria-disabled',
        'data-testid',
        'contenteditable',
        'hidden',
        'inert',
      ],
    });
    for (const type of ['input', 'selectionchange']) {
      document.addEventListener(type, look, { capture: true, signal: stop.signal });
    }
    options.signal?.addEventListener('abort', () => finish(false), { signal: stop.signal });
  });
}

/** Lets everything run that the page queued before now. */
export function queuedTasksDone(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
