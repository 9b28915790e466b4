/** One moment of a long run. Sizes in bytes. */
export interface Sample {
  readonly messages: number;
  readonly rss: number;
  readonly heap: number;
  readonly handles: number;
  readonly database: number;
  readonly wal: number;
  /** Bytes of the browsers' journals, all together. */
  readonly journals: number;
}

type Measure = Exclude<keyof Sample, 'messages'>;

const MB = 2 ** 20;

/** Allowed growth of a measure above its settled value: that part of it, and at least that much. */
const BOUNDS: { readonly [M in Measure]: { readonly part: number; readonly least: number } } = {
  rss: { part: 0.15, least: 20 * MB },
  heap: { part: 0.15, least: 5 * MB },
  handles: { part: 0, least: 5 },
  database: { part: 0.2, least: 2 * MB },
  wal: { part: 0.2, least: 4 * MB },
  journals: { part: 0.15, least: 256 * 1_024 },
};

export interface Growth {
  readonly measure: Measure;
  readonly settled: number;
  readonly ended: number;
  readonly allowed: number;
  readonly grows: boolean;
}

/** Compares the last quarter of a run with its second: the first is for caches to fill and old rows to age. */
export function measureGrowth(samples: readonly Sample[]): Growth[] {
  const quarter = Math.floor(samples.length / 4);
  if (quarter === 0) throw new Error('Four samples are needed at least.');
  return Object.entries(BOUNDS).map(([name, { part, least }]) => {
    const measure = name as Measure;
    const middle = (from: number): number =>
      median(samples.slice(from, from + quarter).map((sample) => sample[measure]));
    const settled = middle(quarter);
    const ended = middle(samples.length - quarter);
    const allowed = settled + Math.max(part * settled, least);
    return { measure, settled, ended, allowed, grows: ended > allowed };
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
