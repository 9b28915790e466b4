import { isErrorCode } from '../../shared/model/error-code-names.ts';
import type { ErrorCode } from '../../shared/model/error-codes.ts';

/** Hand-written checks for values that came over a message channel: small enough for every world. */
export type Shape = (value: unknown) => boolean;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every named field fits; other fields are nobody's business. */
export function hasFields(value: unknown, fields: Readonly<Record<string, Shape>>): boolean {
  return isRecord(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));
}

export function text(maxLength: number, minLength = 0): Shape {
  return (value) =>
    typeof value === 'string' && value.length >= minLength && value.length <= maxLength;
}

export function nullable(fits: Shape): Shape {
  return (value) => value === null || fits(value);
}

export function optional(fits: Shape): Shape {
  return (value) => value === undefined || fits(value);
}

export function listOf(fits: Shape, maxLength: number): Shape {
  return (value) =>
    Array.isArray(value) && value.length <= maxLength && value.every((item) => fits(item));
}

export function oneOf(...allowed: readonly unknown[]): Shape {
  return (value) => allowed.includes(value);
}

export const isFlag: Shape = (value) => typeof value === 'boolean';
export const isCount: Shape = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const isId: Shape = text(256, 1);
export const isShortText: Shape = text(2_000);
export const isAddress: Shape = text(8_192);
export const isCode: Shape = (value): value is ErrorCode =>
  typeof value === 'string' && isErrorCode(value);
/** As on the wire: an adapter's name, or `generic:<host>`. */
export const isPlatformName: Shape = (value) =>
  typeof value === 'string' &&
  value.length <= 280 &&
  /^[a-z][a-z0-9-]*(:[a-z0-9.\-[\]:]+)?$/.test(value);
