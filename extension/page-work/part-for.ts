import type { ResourcePart } from '../messages/resource-messages.ts';

const PARTS: ReadonlyMap<string, ResourcePart | null> = new Map([
  ['snapshot', null],
  ['find', 'text'],
  ['extract', 'text'],
]);

/** Returns the part of a page's script that a verb needs, besides the one that is always there; null: none. */
export function partFor(verb: string): ResourcePart | null {
  const part = PARTS.get(verb);
  return part === undefined ? 'acts' : part;
}
