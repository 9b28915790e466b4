import { at, isObject, parseJson } from '../kit/json-value.ts';
import { isAside, isOfAssistant, isOfReply, kindIn, opensAsEnvelope } from './names.ts';

export interface Enveloped {
  readonly value: unknown;
  readonly name: string;
  /** Envelope around it. */
  readonly outer: Enveloped | null;
  /** true: no envelope around it names anything but a part of the reply. */
  readonly mayBeOfReply: boolean;
}

const DEPTH = 2;
const DEPTH_OF_MESSAGE = 4;

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

/** The one message in a value that says itself that an assistant wrote it; none: there is no such, or are several. */
export function messageLayer(layer: Enveloped): readonly Enveloped[] {
  const { value } = layer;
  const told = isObject(value) ? messagesIn(value) : [];
  const [only] = told;
  return told.length === 1
    ? [{ value: only, name: 'message', outer: layer, mayBeOfReply: true }]
    : [];
}

/** Messages that say themselves that an assistant wrote them, whatever the envelopes are called that they lie in. */
function messagesIn(value: object, depth = 0): readonly unknown[] {
  if (depth === DEPTH_OF_MESSAGE) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (!isObject(inner) || isAside(value, name) || !isOfReply(kindIn(value) ?? '')) return [];
    return isOfAssistant(inner) ? [inner] : messagesIn(inner, depth + 1);
  });
}

function mayHoldReply({ value, name }: Enveloped): boolean {
  const kind = kindIn(value) ?? name;
  return isOfReply(kind) && !isAside(value, kind); // guard: results-no-answer
}
