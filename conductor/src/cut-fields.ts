/** Names, addresses and reasons are shorter. */
const MAX_LENGTH = 1_000;

/** Fields of a line of the log, with no text in them longer than a log is read for: what a stranger sent may be. */
export function cutFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > MAX_LENGTH
        ? `${value.slice(0, MAX_LENGTH)}…`
        : value,
    ]),
  );
}
