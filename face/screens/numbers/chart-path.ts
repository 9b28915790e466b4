/** A drawing of so many steps, each one wide, with the highest value at 0 and nothing at `HEIGHT`. */
export const HEIGHT = 32;

/** The highest of all of them; null: nothing was measured. */
export function highestIn(...series: readonly (readonly (number | null)[])[]): number | null {
  const known = series.flat().filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** A line over the steps, as wide as each; it begins anew after steps in which nothing was measured. */
export function linePath(points: readonly (number | null)[], highest: number): string {
  let path = '';
  for (const [step, value] of points.entries()) {
    if (value === null) continue;
    const goesOn = step > 0 && points[step - 1] !== null;
    path += `${goesOn ? `V${heightOf(value, highest)}` : `M${step} ${heightOf(value, highest)}`}H${step + 1}`;
  }
  return path;
}

/** A bar for each step in which there was something. */
export function barsPath(points: readonly (number | null)[], highest: number): string {
  return points
    .map((value, step) =>
      value === null || value === 0
        ? ''
        : `M${step + 0.1} ${HEIGHT}V${heightOf(value, highest)}H${step + 0.9}V${HEIGHT}Z`,
    )
    .join('');
}

function heightOf(value: number, highest: number): number {
  // What is not nothing is seen.
  const height = value <= 0 ? 0 : Math.max(1, (value / highest) * (HEIGHT - 2));
  return Number((HEIGHT - height).toFixed(1));
}
