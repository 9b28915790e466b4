import { at, isObject, parseJson } from '../kit/json-value.ts';
import { isAside, isOfReply, kindIn, opensAsEnvelope } from './names.ts';

export interface Enveloped {
  readonly value: unknown;
  readonly name: string;
  /** Envelope around it. */
  readonly outer: Enveloped | null;
  /** true: no envelope around it names anything but a part of the reply. */
  readonly mayBeOfReply: boolean;
}

const DEPTH = 2;

/**
 * A value and what lies in it, down to the second level: `{type, data: {…}}`, `{data: {event, payload: {…}}}`. What an
 * envelope says it holds is the name of what it holds. In one that says anything but that it is of a reply, what looks
 * like a piece of an answer may stand in a page that a tool has read.
 */
export function* opened(
  value: unknown,
  name: string,
  outer: Enveloped | null = null,
  depth = 0,
): Generator<Enveloped> {
  const isOpen = outer === null || (outer.mayBeOfReply && mayHoldReply(outer));
  const layer = { value, name, outer, mayBeOfReply: isOpen };
  yield layer;
  if (depth === DEPTH || !isObject(value)) return;
  const kind = kindIn(value);
  for (const each of Object.keys(value).filter(opensAsEnvelope)) {
    const inner = at(value, each);
    const object = typeof inner === 'string' && inner.startsWith('{') ? parseJson(inner) : inner;
    if (isObject(object)) yield* opened(object, kind ?? name, layer, depth + 1);
  }
}

function mayHoldReply({ value, name }: Enveloped): boolean {
  const kind = kindIn(value) ?? name;
  return isOfReply(kind) && !isAside(value, kind); // guard: results-no-answer
}
