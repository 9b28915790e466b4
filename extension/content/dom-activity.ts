import { pause } from './pause.ts';

/** Many changes in a row are one: a streaming reply changes the page at every token. */
const GATHER_MS = 250;
const QUIET_MS = 700;
/** A page that has not shown its composer so long after it loaded does not show it. */
const SETTLED_AFTER_MS = 10_000;

export interface DomActivity {
  readonly isSettled: () => boolean;
  /** True once the document has loaded and nothing changed for a while (700 ms); false if that does not come. */
  readonly quiet: (withinMs: number, forMs?: number) => Promise<boolean>;
  readonly loaded: () => Promise<void>;
}

/** Calls `onChange` a moment after the page changed in any way. */
export function watchDomActivity(onChange: () => void, signal: AbortSignal): DomActivity {
  let lastChangeAt = performance.now();
  let settled = false;
  let gathering = false;

  const changed = (): void => {
    lastChangeAt = performance.now();
    if (gathering) return;
    gathering = true;
    void pause(GATHER_MS, signal).then(() => {
      gathering = false;
      if (!signal.aborted) onChange();
    });
  };
  const observer = new MutationObserver(changed);
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  document.addEventListener('input', changed, { capture: true, signal });
  signal.addEventListener('abort', () => observer.disconnect());

  const loaded = (): Promise<void> =>
    new Promise((resolve) => {
      if (document.readyState === 'complete') resolve();
      else window.addEventListener('load', () => resolve(), { once: true });
    });
  void loaded()
    .then(() => pause(SETTLED_AFTER_MS, signal))
    .then(() => {
      settled = true;
      changed();
    });

  return {
    isSettled: () => settled,
    loaded,
    async quiet(withinMs, forMs = QUIET_MS) {
      await Promise.race([loaded(), pause(withinMs, signal)]);
      const giveUpAt = performance.now() + withinMs;
      while (performance.now() < giveUpAt && !signal.aborted) {
        const stillMs = performance.now() - lastChangeAt;
        if (document.readyState === 'complete' && stillMs >= forMs) return true;
        await pause(Math.max(forMs - stillMs, 50), signal);
      }
      return false;
    },
  };
}
