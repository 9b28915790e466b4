/**
 * Loads one after the other while the page has nothing else to do, until one fails: what was not loaded then is asked
 * for when it is needed. Returns what ends it.
 */
export function loadWhileIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const left = [...loads];
  let asked = requestIdleCallback(next);

  function next(): void {
    const load = left.shift();
    if (load === undefined) return;
    load().then(
      () => (asked = requestIdleCallback(next)),
      () => (left.length = 0),
    );
  }

  return () => {
    left.length = 0;
    cancelIdleCallback(asked);
  };
}
