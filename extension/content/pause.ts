/** Ends early when `signal` aborts. */
export function pause(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, forMs);
    signal.addEventListener('abort', finish);
  });
}
