/** Runs it, and tells the milliseconds of this thread's processor time: what others have of a busy machine does not count. */
export function timed<T>(run: () => T): { readonly result: T; readonly tookMs: number } {
  const before = process.threadCpuUsage();
  const result = run();
  const { user, system } = process.threadCpuUsage(before);
  return { result, tookMs: (user + system) / 1_000 };
}

/** The same of what it begins, until that has ended, with all else that this thread does meanwhile. */
export async function timedUntil<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly tookMs: number }> {
  const before = process.threadCpuUsage();
  const result = await run();
  const { user, system } = process.threadCpuUsage(before);
  return { result, tookMs: (user + system) / 1_000 };
}
