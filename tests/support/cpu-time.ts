/** Milliseconds of this thread's processor time that `run` takes: what others have of a busy machine does not count. */
export function cpuTime(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
