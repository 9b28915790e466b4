/** The lines of a snapshot, to be compared with those of a later one. */
export interface KeptSnapshot {
  /** `s7` */
  readonly snapshot: string;
  readonly lines: readonly string[];
}

/** Returns the lines that came and went between two readings from the top of a page, in the order of the page. */
export function snapshotChanges(
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const changes = [
    ...missing(before, after).map((line) => `- ${line.trim()}`),
    ...missing(after, before).map((line) => `+ ${line.trim()}`),
  ];
  return changes.length === 0 ? ['(no line changed)'] : changes;
}

function missing(from: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return from.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
