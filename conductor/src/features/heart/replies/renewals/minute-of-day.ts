const clocks = new Map<string | null, Intl.DateTimeFormat>();

/**
 * Minute of the local day, 0 to 1,439, in an IANA zone; null: the zone of the machine. Throws RangeError for an unknown
 * zone.
 */
export function minuteOfDay(timeZone: string | null, at: number): number {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      ...(timeZone !== null && { timeZone }),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number);
  return hour * 60 + minute;
}

/** Tells whether this system knows the IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false; // RangeError: no such zone.
  }
}
