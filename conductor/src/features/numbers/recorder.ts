import { addTo, joinSketches, quantileOf, type Sketch } from './sketch.ts';

/** The finest that is kept. */
export const STEP_MS = 10_000;

/** What happened within one step of time. */
interface Slot {
  /** By name, and then by what it is made of; '' where that is not told. */
  readonly counts: Map<string, Map<string, number>>;
  readonly times: Map<string, Map<number, number>>;
  readonly levels: Map<string, number>;
}

/** A stretch of time as it is asked for: `steps` of `stepMs` each, the first one from `from` on. */
export interface Grid {
  readonly from: number;
  readonly stepMs: number;
  readonly steps: number;
}

export interface Drawn {
  readonly value: number | null;
  readonly points: readonly (number | null)[];
  readonly by: Readonly<Record<string, number>>;
}

/** What was counted, timed and looked at in the last hours, in memory. Times in ms since 1970-01-01 UTC. */
export interface Recorder {
  count(name: string, of: string, at: number): void;
  time(name: string, ms: number, at: number): void;
  level(name: string, value: number, at: number): void;
  counts(name: string, grid: Grid): Drawn;
  times(name: string, quantile: number, grid: Grid): Drawn;
  levels(name: string, grid: Grid): Drawn;
}

/** @param keptMs What is older is forgotten. */
export function createRecorder(keptMs: number): Recorder {
  /** By the step's number since 1970, in order. */
  const slots = new Map<number, Slot>();
  let newest = -Infinity;

  function slotAt(at: number): Slot {
    const number = Math.floor(at / STEP_MS);
    const known = slots.get(number);
    if (known !== undefined && number === newest) return known;
    // A clock that was set back: what lies ahead of it now never comes in order.
    if (number < newest) for (const one of slots.keys()) if (one >= number) slots.delete(one);
    const oldest = number - keptMs / STEP_MS;
    for (const one of slots.keys()) if (one <= oldest) slots.delete(one);
    newest = number;
    const slot = { counts: new Map(), times: new Map(), levels: new Map() };
    slots.set(number, slot);
    return slot;
  }

  /** Of each step of the grid, what is kept of it. */
  function cells({ from, stepMs, steps }: Grid): Slot[][] {
    const found = Array.from({ length: steps }, (): Slot[] => []);
    for (const [number, slot] of slots) {
      found[Math.floor((number * STEP_MS - from) / stepMs)]?.push(slot);
    }
    return found;
  }

  return {
    count(name, of, at) {
      const counts = getOrAdd(slotAt(at).counts, name, () => new Map<string, number>());
      counts.set(of, (counts.get(of) ?? 0) + 1);
    },
    time: (name, ms, at) =>
      addTo(
        getOrAdd(slotAt(at).times, name, () => new Map<number, number>()),
        ms,
      ),
    level: (name, value, at) => void slotAt(at).levels.set(name, value),
    counts(name, grid) {
      const by: Record<string, number> = {};
      const points = cells(grid).map((cell) => {
        if (cell.length === 0) return null;
        const parts = cell.flatMap(({ counts }) => [...(counts.get(name) ?? [])]);
        for (const [of, n] of parts) if (of !== '') by[of] = (by[of] ?? 0) + n;
        return parts.reduce((sum, [, n]) => sum + n, 0);
      });
      return { value: points.reduce<number>((sum, n) => sum + (n ?? 0), 0), points, by };
    },
    times(name, quantile, grid) {
      const sketches = cells(grid).map((cell): Sketch =>
        joinSketches(cell.flatMap(({ times }) => times.get(name) ?? [])),
      );
      return {
        value: quantileOf(joinSketches(sketches), quantile),
        points: sketches.map((one) => quantileOf(one, quantile)),
        by: {},
      };
    },
    levels(name, grid) {
      const points = cells(grid).map(
        (cell) => cell.findLast(({ levels }) => levels.has(name))?.levels.get(name) ?? null,
      );
      return { value: points.findLast((one) => one !== null) ?? null, points, by: {} };
    },
  };
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
