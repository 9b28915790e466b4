/** Does the file system's own code say so, or SQLite's, of the fault itself or of what it was wrapped in? */
export function isDiskFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code) || isDiskFull(cause.cause);
}
