import { moment } from './moment.ts';

const QUIET_MS = 150;
const LONGEST_MS = 1_500;
/** A page that answers what is typed does so at once, or after so long that nobody waits for it. */
const FIRST_LOOK_MS = 20;

/**
 * Notes what moves in the page from now on; `settled` resolves once it stands still, or has had its time.
 *
 * @param typedInto Of text that comes into a field: where nothing but that has moved at the first look, the page rests.
 */
export function watchPage(typedInto: Element | null = null): {
  readonly settled: () => Promise<void>;
} {
  let lastChange = performance.now();
  let hasMoved = false;
  const observer = new MutationObserver((changes) => {
    lastChange = performance.now();
    hasMoved ||= changes.some(({ target }) => typedInto?.contains(target) !== true);
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, all);
  return {
    async settled() {
      const begun = performance.now();
      lastChange = begun;
      if (typedInto !== null) await moment(FIRST_LOOK_MS);
      const isSettled = (): boolean => performance.now() - lastChange >= QUIET_MS;
      while ((typedInto === null || hasMoved) && !isSettled()) {
        const left = LONGEST_MS - (performance.now() - begun);
        if (left <= 0) break;
        await moment(Math.min(left, QUIET_MS - (performance.now() - lastChange)));
      }
      observer.disconnect();
    },
  };
}
