import { queuedTasksDone } from '../content/wait-for-page.ts';

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
    await queuedTasksDone();
    until = performance.now() + SLICE_MS;
  }
  return 'ended';
}
