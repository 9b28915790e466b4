import { addDuration, joinSketches, quantileOf, type Sketch } from './sketch.ts';

/** The width of one slot; nothing finer is kept. */
export const SLOT_MS = 10_000;

/** Numbers of one slot of time. */
interface Slot {
  /** Name ▸ `of` ('' for none) ▸ how many. */
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

/** `value`: over the whole grid; `points`: one per step, null where nothing is kept; `by`: counts by their `of`. */
export interface GridValues {
  readonly value: number | null;
  readonly points: readonly (number | null)[];
  readonly by: Readonly<Record<string, number>>;
}

/** Counts, times and levels of the last hours, in memory. Times in ms since 1970-01-01 UTC. */
export interface Recorder {
  addCount(name: string, of: string, at: number): void;
  addTime(name: string, ms: number, at: number): void;
  setLevel(name: string, value: number, at: number): void;
  countsOver(name: string, grid: Grid): GridValues;
  quantilesOver(name: string, quantile: number, grid: Grid): GridValues;
  levelsOver(name: string, grid: Grid): GridValues;
}

/** @param keptMs What is older is forgotten. */
export function createRecorder(keptMs: number): Recorder {
  /** Slots by their number since 1970, in order. */
  const slots = new Map<number, Slot>();
  let newest = -Infinity;

  function slotAt(at: number): Slot {
    const number = Math.floor(at / SLOT_MS);
    const known = slots.get(number);
    if (known !== undefined && number === newest) return known;
    // The clock was set back: slots that lie ahead of it are dropped, so that the map stays in order.
    if (number < newest) for (const one of slots.keys()) if (one >= number) slots.delete(one);
    const oldest = number - keptMs / SLOT_MS;
    for (const one of slots.keys()) if (one <= oldest) slots.delete(one);
    newest = number;
    const slot = { counts: new Map(), times: new Map(), levels: new Map() };
    slots.set(number, slot);
    return slot;
  }

  /** Returns the kept slots of each step of the grid. */
  function cells({ from, stepMs, steps }: Grid): Slot[][] {
    const found = Array.from({ length: steps }, (): Slot[] => []);
    for (const [number, slot] of slots) {
      found[Math.floor((number * SLOT_MS - from) / stepMs)]?.push(slot);
    }
    return found;
  }

  return {
    addCount(name, of, at) {
      const counts = getOrAdd(slotAt(at).counts, name, () => new Map<string, number>());
      counts.set(of, (counts.get(of) ?? 0) + 1);
    },
    addTime: (name, ms, at) =>
      addDuration(
        getOrAdd(slotAt(at).times, name, () => new Map<number, number>()),
        ms,
      ),
    setLevel: (name, value, at) => void slotAt(at).levels.set(name, value),
    countsOver(name, grid) {
      const by: Record<string, number> = {};
      const points = cells(grid).map((cell) => {
        if (cell.length === 0) return null;
        const parts = cell.flatMap(({ counts }) => [...(counts.get(name) ?? [])]);
        for (const [of, n] of parts) if (of !== '') by[of] = (by[of] ?? 0) + n;
        return parts.reduce((sum, [, n]) => sum + n, 0);
      });
      return { value: points.reduce<number>((sum, n) => sum + (n ?? 0), 0), points, by };
    },
    quantilesOver(name, quantile, grid) {
      const sketches = cells(grid).map((cell): Sketch =>
        joinSketches(cell.flatMap(({ times }) => times.get(name) ?? [])),
      );
      return {
        value: quantileOf(joinSketches(sketches), quantile),
        points: sketches.map((one) => quantileOf(one, quantile)),
        by: {},
      };
    },
    levelsOver(name, grid) {
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
