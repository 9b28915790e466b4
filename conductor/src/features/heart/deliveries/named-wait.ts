const DAY_MS = 86_400_000;

/**
 * The longest wait (ms) that a site can cause by naming a time. Some sites limit by the week, and no known one by more;
 * after that Baton tries again.
 */
export const LONGEST_NAMED_WAIT_MS = 7 * DAY_MS;

/** The wait that Baton keeps to, where a site named one. */
export interface KeptWait {
  readonly waitMs: number;
  /** Reason, for people, why the wait is not the one that the site named; null: it is. */
  readonly note: string | null;
}

/** The wait after a site named a time: that time, within reason. */
export function keptWait(namedMs: number): KeptWait {
  // guard: bounded-waits
  if (namedMs <= LONGEST_NAMED_WAIT_MS) return { waitMs: namedMs, note: null };
  const note = `The site named ${span(namedMs)}; Baton waits ${span(LONGEST_NAMED_WAIT_MS)} and looks again.`;
  return { waitMs: LONGEST_NAMED_WAIT_MS, note };
}

function span(ms: number): string {
  const days = Math.round(ms / DAY_MS);
  return days < 730 ? `${days} days` : `${Math.round(days / 365)} years`;
}
