/** How long the page may stand still for us. */
const SLICE_MS = 200;

/** Runs through what a page gives, and lets the page go on in between; `take` says whether it wants more. */
export async function inSlices<Item>(
  items: Iterable<Item | null>,
  take: (item: Item) => boolean,
): Promise<'ended' | 'stopped'> {
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    if (item !== null && !take(item)) return 'stopped';
    if (performance.now() < until) continue;
    await queuedTasks();
    until = performance.now() + SLICE_MS;
  }
  return 'ended';
}

/** Lets run what the page has queued by now. By a port, as clocks of tabs in the back tick once a second or less. */
export function queuedTasks(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
