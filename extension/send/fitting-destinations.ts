import type { Destination } from '../messages/send-messages.ts';
import { platformName } from '../ui/site-names.ts';

/** Those whose title or site holds the words sought, and the one that is chosen. */
export function fittingDestinations(
  all: readonly Destination[],
  sought: string,
  chosen: Destination | null,
): readonly Destination[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((one) => {
    const name = `${one.title} ${platformName(one.platform)}`.toLowerCase();
    return one === chosen || words.every((word) => name.includes(word));
  });
}
