import { at, isObject, parseJson, textAt } from '../kit/json-value.ts';

export interface Enveloped {
  readonly value: unknown;
  readonly name: string;
  /** What it lies in. */
  readonly outer: Enveloped | null;
}

const INNER_NAMES = 'data payload body event message chunk result output delta item value'.split(
  ' ',
);
const DEPTH = 2;

/**
 * A value and what lies in it, down to the second level: `{type, data: {…}}`, `{data: {event, payload: {…}}}`. What an
 * envelope says it holds is the name of what it holds.
 */
export function* opened(
  value: unknown,
  name: string,
  outer: Enveloped | null = null,
  depth = 0,
): Generator<Enveloped> {
  const layer = { value, name, outer };
  yield layer;
  if (depth === DEPTH || !isObject(value)) return;
  const kind = ['type', 'event', 'kind'].map((each) => textAt(value, each)).find(Boolean);
  for (const each of INNER_NAMES) {
    const inner = at(value, each);
    const object = typeof inner === 'string' && inner.startsWith('{') ? parseJson(inner) : inner;
    if (isObject(object)) yield* opened(object, kind ?? name, layer, depth + 1);
  }
}
