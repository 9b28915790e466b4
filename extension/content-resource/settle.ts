import { moment } from './moment.ts';

const QUIET_MS = 150;
const LONGEST_MS = 1_500;
const LOOK_MS = 25;

/** Notes what moves in the page from now on; `settled` resolves once it stands still, or has had its time. */
export function watchPage(root: Node = document): { readonly settled: () => Promise<void> } {
  let lastChange = performance.now();
  const observer = new MutationObserver(() => {
    lastChange = performance.now();
  });
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  return {
    async settled() {
      const begun = performance.now();
      lastChange = begun;
      while (performance.now() - begun < LONGEST_MS) {
        await moment(LOOK_MS);
        if (performance.now() - lastChange >= QUIET_MS) break;
      }
      observer.disconnect();
    },
  };
}
