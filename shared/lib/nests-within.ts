/** Whether arrays and objects stand in one another so many times at most: what goes into them step by step needs no more. */
export function nestsWithin(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}
