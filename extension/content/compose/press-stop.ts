import { waitForPage } from '../wait-for-page.ts';
import { pressableOf } from './press-send.ts';

/** A page that has just sent draws the button once it has heard of the site. */
const BUTTON_WITHIN_MS = 3_000;

/** Presses the button that stops the reply that is being written. False: there was none, or nothing to stop any more. */
export async function pressStop({
  selectors,
  isWritten,
  signal,
}: {
  readonly selectors: readonly string[];
  readonly isWritten: () => boolean;
  readonly signal: AbortSignal;
}): Promise<boolean> {
  const isTime = (): boolean => !isWritten() || pressableOf(selectors) !== null;
  await waitForPage(isTime, { withinMs: BUTTON_WITHIN_MS, signal });
  const button = isWritten() ? pressableOf(selectors) : null;
  button?.click();
  return button !== null;
}
