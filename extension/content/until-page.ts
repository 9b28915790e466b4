/**
 * Waits until `check` holds, looking after every change of the page. False when the time is up or the work
 * was called off. Works in hidden tabs: no animation frames, and the clock is only the bound.
 */
export function untilPage(
  check: () => boolean,
  options: { readonly withinMs: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  if (check()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const stop = new AbortController();
    const finish = (result: boolean): void => {
      stop.abort();
      clearTimeout(timer);
      observer.disconnect();
      resolve(result);
    };
    const look = (): void => {
      if (check()) finish(true);
    };
    const timer = setTimeout(() => finish(check()), options.withinMs);
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
export function pageTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
