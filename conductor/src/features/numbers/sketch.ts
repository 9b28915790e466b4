/** Neighbouring classes differ by that factor: what is read from one is within 5 % of what was put in. */
const FACTOR = 1.1;

/** Shorter than that, in milliseconds, is as good as nothing. */
const LEAST_MS = 0.1;

/** How often something took about so long: small however many there were, and two of them make one. */
export type Sketch = ReadonlyMap<number, number>;

export function addTo(sketch: Map<number, number>, ms: number): void {
  const of = Math.round(Math.log(Math.max(ms, LEAST_MS)) / Math.log(FACTOR));
  sketch.set(of, (sketch.get(of) ?? 0) + 1);
}

export function joinSketches(sketches: readonly Sketch[]): Sketch {
  const all = new Map<number, number>();
  for (const [of, n] of sketches.flatMap((sketch) => [...sketch]))
    all.set(of, (all.get(of) ?? 0) + n);
  return all;
}

/**
 * In milliseconds; null: there was none.
 *
 * @param quantile From above 0 up to 1.
 */
export function quantileOf(sketch: Sketch, quantile: number): number | null {
  const classes = [...sketch].toSorted(([a], [b]) => a - b);
  const total = classes.reduce((sum, [, n]) => sum + n, 0);
  let left = Math.ceil(total * quantile);
  for (const [of, n] of classes) {
    left -= n;
    if (left <= 0) return rounded(FACTOR ** of);
  }
  return null;
}

/** Three digits are more than it is sure of. */
function rounded(ms: number): number {
  return Number(ms.toPrecision(3));
}
