import { queuedTasksDone } from '../content/wait-for-page.ts';

/**
 * Waits for a moment. Clocks of a hidden tab tick once a second at most, and once a minute after a while: short moments
 * are waited for there by going round the page's queue.
 */
export async function moment(forMs: number): Promise<void> {
  if (!document.hidden) {
    await new Promise((resolve) => setTimeout(resolve, forMs));
    return;
  }
  const until = performance.now() + forMs;
  while (performance.now() < until) await queuedTasksDone();
}
