import { createHash, randomInt } from 'node:crypto';

import { readJsonObject } from '../../../../baa/read-json-object.ts';
import type { JsonObject, JsonValue } from '../../../../baa/json-value.ts';

/** A planner in a terminal asks for something by a line that begins so. */
const TOOL = '__MPS_TOOL__';
/** Lines that are not for people: what is asked, what came of it, and what shells tell of themselves. */
const MARKERS = /__MPS_(?:TOOL|TOOL_RESULT|PROMPT|CWD)(?:__|\b)/;
/** Programs draw one of these before what they say; a frame has its right side as well. */
const BULLET = /^[●•⏺\-*>│]\s*/;
const BASE64 = /^(?:base64|b64):\s*/;
const BASE64_TEXT = /^[A-Za-z\d+/_-]*={0,2}$/;

/** Most bytes after the marker, in UTF-8. */
const MAX_BYTES = 16 * 1024;
const MAX_ID = 64;
const MAX_METHOD = 64;

/**
 * Length of a key. Texts of others are on the screen too: with a shorter key, a hundred lines that each guess could hit
 * it.
 */
const KEY_LENGTH = 8;
/** Without letters and digits that look alike. */
const KEY_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Call that a planner asks for. */
export interface ToolLine {
  /** The planner's own. */
  readonly id: string;
  readonly method: string;
  readonly params: JsonObject;
  /** The same for the same method and params, however they are written. */
  readonly payloadHash: string;
}

/**
 * Why a line with the marker is not run.
 * - `no_key`, `wrong_key`: an echo, a quote, a file that is shown, our own examples.
 * - `repeated`: a program drew its screen again.
 */
export type IgnoredWhy =
  | 'too_long'
  | 'not_base64'
  | 'not_json'
  | 'no_id'
  | 'no_method'
  | 'wrong_params'
  | 'no_key'
  | 'wrong_key'
  | 'repeated';

export type LineReading =
  /** Line without a marker at its beginning. */
  | { readonly kind: 'other' }
  | { readonly kind: 'call'; readonly call: ToolLine }
  /** Call whose id was used for another call: the planner is told. */
  | { readonly kind: 'duplicate_id'; readonly id: string }
  | { readonly kind: 'ignored'; readonly why: IgnoredWhy };

export interface LineReader {
  /** Made for this planner at this start. */
  readonly key: string;
  /** The hash of the call with that id; undefined: there was none in this run. */
  readonly known: (id: string) => string | undefined;
}

const ignored = (why: IgnoredWhy): LineReading => ({ kind: 'ignored', why });

/** Characters that a planner writes with each call, so that what others say, or an echo of ours, is not one. */
export function newLineKey(): string {
  return Array.from({ length: KEY_LENGTH }, () =>
    KEY_LETTERS.charAt(randomInt(KEY_LETTERS.length)),
  ).join('');
}

/** The line belongs to what programs tell each other: it is shown to nobody, and stands in no report. */
export function isMarkerLine(line: string): boolean {
  return MARKERS.test(line);
}

/**
 * Reads one line of a terminal as a person would see it, whole, however the terminal broke it:
 * `__MPS_TOOL__ {"id":"t1","method":"tabs.list","params":{},"key":"7QF2"}`, or with the object in base64.
 */
export function readToolLine(line: string, { key, known }: LineReader): LineReading {
  const payload = payloadOf(line);
  if (payload === null) return { kind: 'other' };
  if (Buffer.byteLength(payload) > MAX_BYTES) return ignored('too_long');
  const text = BASE64.test(payload) ? fromBase64(payload.replace(BASE64, '')) : payload;
  if (text === null) return ignored('not_base64');
  const asked = objectIn(text);
  if (asked === null) return ignored('not_json');
  const { id, method, params = {}, key: given } = asked;
  if (given === undefined) return ignored('no_key');
  if (given !== key) return ignored('wrong_key'); // guard: line-key
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID) return ignored('no_id');
  if (typeof method !== 'string' || method === '' || method.length > MAX_METHOD)
    return ignored('no_method');
  if (!isObject(params)) return ignored('wrong_params');
  const payloadHash = hashOf({ method, params });
  const before = known(id);
  if (before === payloadHash) return ignored('repeated');
  if (before !== undefined) return { kind: 'duplicate_id', id };
  return { kind: 'call', call: { id, method, params, payloadHash } };
}

function payloadOf(line: string): string | null {
  const trimmed = line.trim();
  const isFramed = trimmed.startsWith('│');
  const text = trimmed.replace(BULLET, '');
  if (!text.startsWith(TOOL)) return null;
  const payload = text.slice(TOOL.length).trim();
  return isFramed && payload.endsWith('│') ? payload.slice(0, -1).trimEnd() : payload;
}

function fromBase64(text: string): string | null {
  const trimmed = text.trim();
  if (!BASE64_TEXT.test(trimmed)) return null;
  return Buffer.from(trimmed, 'base64').toString('utf8');
}

/** One object, and nothing behind it. */
function objectIn(text: string): JsonObject | null {
  const read = readJsonObject(text, 0);
  return read.ok && text.slice(read.value.end).trim() === '' ? read.value.value : null;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hashOf(value: JsonValue): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');
}

/** The same object has its keys in one order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}
