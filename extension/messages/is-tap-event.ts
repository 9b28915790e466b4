import type { TapEvent } from './tap-messages.ts';
import { hasFields, isCount, isFlag, isRecord, oneOf, type Shape } from './shape.ts';

const isText: Shape = (value) => typeof value === 'string';

const FIELDS: { readonly [Kind in TapEvent['kind']]: Readonly<Record<string, Shape>> } = {
  request: {
    id: isCount,
    url: isText,
    method: isText,
    body: (value) => value === null || isText(value),
    header_names: isText,
    held: isFlag,
  },
  credential: { id: isCount, fingerprint: isText },
  response: {
    id: isCount,
    status: isCount,
    content_type: isText,
    retry_after: isText,
    cf_mitigated: isText,
  },
  refusal: { id: isCount, body: isText },
  chunk: { id: isCount, reading: isCount, text: isText },
  end: { id: isCount, reading: isCount, how: oneOf('complete', 'cut') },
  failed: { id: isCount },
  expired: { id: isCount },
  frame: { text: isText },
  location: {},
  armed: { id: isCount },
  read: { id: isCount, status: isCount, body: isText },
};

/** The tap lives in the page's realm: what comes from there is checked like anything of the page's. */
export function isTapEvent(value: unknown): value is TapEvent {
  if (!isRecord(value) || typeof value['kind'] !== 'string') return false;
  const kind = value['kind'];
  return Object.hasOwn(FIELDS, kind) && hasFields(value, FIELDS[kind as TapEvent['kind']]);
}
