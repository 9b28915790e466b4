const DAY_MS = 86_400_000;

/**
 * The longest that a site's own word holds back an account, or a delivery. Some sites limit by the week, and none that
 * is known by more; whoever names more is looked at again after that.
 */
export const LONGEST_NAMED_WAIT_MS = 7 * DAY_MS;

/** The wait that Baton keeps to, where a site named one. */
export interface KeptWait {
  readonly waitMs: number;
  /** For people: why it is not what the site named; null: it is. */
  readonly note: string | null;
}

/** How long a site is waited for that named a time. */
export function keptWait(namedMs: number): KeptWait {
  if (namedMs <= LONGEST_NAMED_WAIT_MS) return { waitMs: namedMs, note: null };
  const note = `The site named ${span(namedMs)}; Baton waits ${span(LONGEST_NAMED_WAIT_MS)} and looks again.`;
  return { waitMs: LONGEST_NAMED_WAIT_MS, note };
}

function span(ms: number): string {
  const days = Math.round(ms / DAY_MS);
  return days < 730 ? `${days} days` : `${Math.round(days / 365)} years`;
}
