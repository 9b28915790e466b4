import { isDiskFull } from '../lib/disk-full.ts';
import type { CodedError, ErrorCode } from '../model/error-codes.ts';

const CODES = [
  'read_only',
  'store_locked',
  'disk_full',
  'store_gone',
] as const satisfies readonly ErrorCode[];

/**
 * What a handler threw because its changes cannot be kept now, under its code; null: something else, a fault of ours. A full
 * disk says so of files as well: of the system's own error nothing but that is told.
 */
export function storeRefusal(thrown: unknown): CodedError | null {
  if (!(thrown instanceof Error)) return null;
  const code = 'code' in thrown ? CODES.find((one) => one === thrown.code) : undefined;
  if (code !== undefined) return { code, text: thrown.message };
  // guard: full-disk-files
  return isDiskFull(thrown)
    ? { code: 'disk_full', text: 'The disk is full, so nothing can be written.' }
    : null;
}
