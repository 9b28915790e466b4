/** Between two lines. */
const REST_MS = 60_000;

/** Logs an event that anyone can bring about as often as he likes: once, then at most once a minute with how many there were. */
export function logSparingly(
  say: (fields: object) => void,
  steadyNow: () => number,
): (fields: object) => void {
  let saidAt = -Infinity;
  let since = 0;
  return (fields) => {
    since += 1;
    if (steadyNow() - saidAt < REST_MS) return; // guard: log-sparingly
    say({ ...fields, times: since });
    saidAt = steadyNow();
    since = 0;
  };
}
