/**
 * All entries of several records in one.
 *
 * @param what What a key names, for the error, as `the operation`.
 * @throws Error if two records have the same key.
 */
export function mergeRecords<Value>(
  records: readonly Readonly<Record<string, Value>>[],
  what: string,
): Record<string, Value> {
  const merged = new Map<string, Value>();
  for (const [key, value] of records.flatMap((record) => Object.entries(record))) {
    if (merged.has(key)) throw new Error(`Two features have ${what} ${key}.`);
    merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
