import { isErrorCode } from '../../shared/model/error-code-names.ts';
import type { ErrorCode } from '../../shared/model/error-codes.ts';

/** Tells whether one value that came over a message channel fits. Written by hand, to be small enough for every world. */
export type Check = (value: unknown) => boolean;

/** Tells whether it is an object that is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every named field fits; other fields are nobody's business. */
export function hasFields(value: unknown, fields: Readonly<Record<string, Check>>): boolean {
  return isRecord(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));
}

/** A text of that many UTF-16 code units at least and at most. */
export function text(maxLength: number, minLength = 0): Check {
  return (value) =>
    typeof value === 'string' && value.length >= minLength && value.length <= maxLength;
}

/** Null, or what fits the shape. */
export function nullable(fits: Check): Check {
  return (value) => value === null || fits(value);
}

/** Undefined, or what fits the shape. */
export function optional(fits: Check): Check {
  return (value) => value === undefined || fits(value);
}

/** A list of at most that many values that each fit the shape. */
export function listOf(fits: Check, maxLength: number): Check {
  return (value) =>
    Array.isArray(value) && value.length <= maxLength && value.every((item) => fits(item));
}

/** One of these values. */
export function oneOf(...allowed: readonly unknown[]): Check {
  return (value) => allowed.includes(value);
}

/** A boolean. */
export const isFlag: Check = (value) => typeof value === 'boolean';
/** A safe integer from 0. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** An id: 1 to 256 UTF-16 code units. */
export const isId: Check = text(256, 1);
/** A text of at most 2,000 UTF-16 code units. */
export const isShortText: Check = text(2_000);
/** A text of at most 8,192 UTF-16 code units, meant as an address; it is not parsed. */
export const isAddressText: Check = text(8_192);
/** An error code of Baton. */
export const isCode: Check = (value): value is ErrorCode =>
  typeof value === 'string' && isErrorCode(value);
/** As on the wire: an adapter's name, or `<adapter>:<host>` where the site can be on any host. */
export const isPlatformName: Check = (value) =>
  typeof value === 'string' &&
  value.length <= 280 &&
  /^[a-z][a-z0-9-]*(:[a-z0-9.\-[\]:]+)?$/.test(value);
