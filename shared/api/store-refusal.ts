import { isDiskFull } from '../lib/disk-full.ts';
import type { CodedError, ErrorCode } from '../model/error-codes.ts';

const CODES = [
  'read_only',
  'store_locked',
  'disk_full',
  'store_gone',
] as const satisfies readonly ErrorCode[];

/**
 * Returns the coded error where a handler's changes cannot be kept now; null: another fault, of ours. A full disk
 * counts for files as well; no other part of a system error is passed on.
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
