/** Tells whether an error, or one that it wraps, says that the disk is full. */
export function isDiskFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code) || isDiskFull(cause.cause);
}
