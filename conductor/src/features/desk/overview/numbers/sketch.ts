/** Neighbouring classes differ by this factor: what is read is within 6 % of what was put in, from `LEAST_MS` on. */
const FACTOR = 1.1;

/** Shorter times, in milliseconds, are counted as this long. */
const LEAST_MS = 0.1;

/**
 * A histogram of durations: class ▸ how many; class n stands for FACTOR ** n ms. Its size does not grow with their
 * number, and two can be joined.
 */
export type Sketch = ReadonlyMap<number, number>;

export function addDuration(sketch: Map<number, number>, ms: number): void {
  const class_ = Math.round(Math.log(Math.max(ms, LEAST_MS)) / Math.log(FACTOR));
  sketch.set(class_, (sketch.get(class_) ?? 0) + 1);
}

export function joinSketches(sketches: readonly Sketch[]): Sketch {
  const all = new Map<number, number>();
  for (const [class_, n] of sketches.flatMap((sketch) => [...sketch]))
    all.set(class_, (all.get(class_) ?? 0) + n);
  return all;
}

/**
 * Returns a quantile in milliseconds; null: there was none.
 *
 * @param quantile From above 0 up to 1.
 */
export function quantileOf(sketch: Sketch, quantile: number): number | null {
  const classes = [...sketch].toSorted(([a], [b]) => a - b);
  const total = classes.reduce((sum, [, n]) => sum + n, 0);
  let left = Math.ceil(total * quantile);
  for (const [class_, n] of classes) {
    left -= n;
    if (left <= 0) return rounded(FACTOR ** class_);
  }
  return null;
}

/** Three digits are more than it is sure of. */
function rounded(ms: number): number {
  return Number(ms.toPrecision(3));
}
