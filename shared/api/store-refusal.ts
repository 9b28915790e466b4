import type { CodedError, ErrorCode } from '../model/error-codes.ts';

const CODES = [
  'read_only',
  'store_locked',
  'disk_full',
  'store_gone',
] as const satisfies readonly ErrorCode[];

/** What a handler threw because its changes cannot be kept now, under its code; null: something else, a fault of ours. */
export function storeRefusal(thrown: unknown): CodedError | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  const code = CODES.find((one) => one === thrown.code);
  return code === undefined ? null : { code, text: thrown.message };
}
