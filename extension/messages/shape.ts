import { isErrorCode } from '../../shared/model/error-code-names.ts';
import type { ErrorCode } from '../../shared/model/error-codes.ts';

/** Hand-written checks for values that came over a message channel: small enough for every world. */
export type Shape = (value: unknown) => boolean;

/** Tells whether it is an object that is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every named field fits; other fields are nobody's business. */
export function hasFields(value: unknown, fields: Readonly<Record<string, Shape>>): boolean {
  return isRecord(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));
}

/** A text of that many UTF-16 code units at least and at most. */
export function text(maxLength: number, minLength = 0): Shape {
  return (value) =>
    typeof value === 'string' && value.length >= minLength && value.length <= maxLength;
}

/** Null, or what fits the shape. */
export function nullable(fits: Shape): Shape {
  return (value) => value === null || fits(value);
}

/** Undefined, or what fits the shape. */
export function optional(fits: Shape): Shape {
  return (value) => value === undefined || fits(value);
}

/** A list of at most that many values that each fit the shape. */
export function listOf(fits: Shape, maxLength: number): Shape {
  return (value) =>
    Array.isArray(value) && value.length <= maxLength && value.every((item) => fits(item));
}

/** One of these values. */
export function oneOf(...allowed: readonly unknown[]): Shape {
  return (value) => allowed.includes(value);
}

/** A boolean. */
export const isFlag: Shape = (value) => typeof value === 'boolean';
/** A safe integer from 0. */
export const isCount: Shape = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** An id: 1 to 256 UTF-16 code units. */
export const isId: Shape = text(256, 1);
/** A text of at most 2,000 UTF-16 code units. */
export const isShortText: Shape = text(2_000);
/** An address of at most 8,192 UTF-16 code units. */
export const isAddress: Shape = text(8_192);
/** An error code of Baton. */
export const isCode: Shape = (value): value is ErrorCode =>
  typeof value === 'string' && isErrorCode(value);
/** As on the wire: an adapter's name, or `generic:<host>`. */
export const isPlatformName: Shape = (value) =>
  typeof value === 'string' &&
  value.length <= 280 &&
  /^[a-z][a-z0-9-]*(:[a-z0-9.\-[\]:]+)?$/.test(value);
