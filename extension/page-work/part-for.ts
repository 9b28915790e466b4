import type { ResourcePart } from '../messages/resource-messages.ts';

const PARTS: ReadonlyMap<string, ResourcePart | null> = new Map([
  ['snapshot', null],
  ['find', 'text'],
  ['extract', 'text'],
]);

/** What of a page's script knows that verb, beside what is always there; null: that is enough. */
export function partFor(verb: string): ResourcePart | null {
  const part = PARTS.get(verb);
  return part === undefined ? 'acts' : part;
}
