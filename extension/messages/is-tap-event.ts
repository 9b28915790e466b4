import type { TapEvent } from './tap-messages.ts';
import { hasFields, isCount, isFlag, isRecord, nullable, oneOf, type Check } from './shape.ts';

const isText: Check = (value) => typeof value === 'string';
const isTextOrNull = nullable(isText);
const isRequestId: Check = Number.isSafeInteger;

const FIELDS: { readonly [Kind in TapEvent['kind']]: Readonly<Record<string, Check>> } = {
  request: {
    id: isCount,
    url: isText,
    method: isText,
    body: isTextOrNull,
    header_names: isText,
    held: isFlag,
  },
  credential: { id: isCount, mac: isText },
  response: {
    id: isCount,
    status: isCount,
    head: (value) => Array.isArray(value) && value.length === 3 && value.every(isTextOrNull),
  },
  chunk: { id: isCount, reading: isCount, text: isText },
  end: { id: isCount, reading: isCount, how: oneOf('complete', 'cut') },
  failed: { id: isRequestId },
  expired: { id: isRequestId },
  frame: { text: isText },
  dispatch: { id: isRequestId, source: isCount, url: isText, text: isText, held: isFlag },
  message: { source: isCount, name: isTextOrNull, text: isText },
  closed: { source: isCount },
  location: {},
  elsewhere: { origin: isText },
  armed: { id: isCount },
  put: { id: isCount, taken: isFlag },
  read: { id: isCount, status: isCount, body: isText },
};

/** The tap lives in the page's realm: what comes from there is checked like anything of the page's. */
export function isTapEvent(value: unknown): value is TapEvent {
  if (!isRecord(value) || typeof value['kind'] !== 'string') return false;
  const kind = value['kind'];
  return Object.hasOwn(FIELDS, kind) && hasFields(value, FIELDS[kind as TapEvent['kind']]);
}
