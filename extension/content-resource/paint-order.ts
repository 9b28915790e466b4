/**
 * Where in the painting of a page something comes: one step for each context that is painted as a whole, outermost first.
 * Of two, the one with the later step lies on top; what begins as the other does is in it, and lies on it
 * (https://www.w3.org/TR/CSS22/zindex.html).
 */
export type PaintKey = readonly PaintStep[];

export interface PaintStep {
  readonly phase: number;
  readonly order: number;
}

/** Steps of a stacking context; z-indexes lie between them. */
export const PHASE = { blocks: 1, floats: 2, inline: 3, positioned: 4, top: 5 } as const;

/** Returns the paint phase for a z-index, in order from the lowest to the highest possible. */
export function phaseOf(zIndex: number): number {
  if (zIndex === 0) return PHASE.positioned;
  const share = Math.abs(zIndex) / 2 ** 32;
  return zIndex < 0 ? -share : PHASE.positioned + share;
}

/** Below zero: the first is painted before the second. */
export function comparePaint(one: PaintKey, other: PaintKey): number {
  for (let at = 0; at < one.length && at < other.length; at += 1) {
    const [a, b] = [one[at], other[at]];
    if (a === undefined || b === undefined || a === b) continue;
    const gap = a.phase - b.phase || a.order - b.order;
    if (gap !== 0) return gap;
  }
  return one.length - other.length;
}
