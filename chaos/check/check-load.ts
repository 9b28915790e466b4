/** Findings of one browser. Each action has a name that is never used again, and its result carries it. */
export interface BrowserTold {
  /** Names of actions whose results never came, or came twice. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** Messages that nobody asked for. */
  readonly astray: readonly string[];
  /** The conductor's words about frames that it refused. */
  readonly refused: readonly string[];
  /** Wait for each result: from the reply's frame to the frame that brings it. In real milliseconds. */
  readonly waitsMs: readonly number[];
}

/** Memory of the conductor, with its garbage collected. */
export interface MemorySample {
  readonly rssBytes: number;
  readonly heapBytes: number;
}

export interface LoadRecord {
  /** Actions that the hour has. */
  readonly planned: number;
  readonly browsers: readonly BrowserTold[];
  /** At even distances, from the beginning to the end. */
  readonly memory: readonly MemorySample[];
  /** Deliveries that the conductor's store calls finalized, and frames that it still keeps for browsers. */
  readonly finalized: number;
  readonly unacked: number;
}

export interface Figure {
  readonly what: string;
  readonly measured: number;
  /** The most that it may be; null: it is only told. */
  readonly goal: number | null;
}

const SLOWEST_TO_MEDIAN = 3;
/** The last third of the run against the first. */
const FLAT = 1.1;
const MIB = 2 ** 20;

/** Each figure of a run with its goal. */
export function checkLoad(record: LoadRecord): Figure[] {
  const { browsers, memory, planned, finalized, unacked } = record;
  const count = (of: 'lost' | 'twice' | 'astray' | 'refused'): number =>
    browsers.reduce((sum, told) => sum + told[of].length, 0);
  const medians = browsers.map(({ waitsMs }) => quantile(waitsMs, 0.5));
  const all = browsers.flatMap(({ waitsMs }) => waitsMs);
  const exactly = (what: string, measured: number): Figure => ({ what, measured, goal: 0 });
  const told = (what: string, measured: number): Figure => ({ what, measured, goal: null });
  const third = Math.max(1, Math.floor(memory.length / 3));
  const flat = (what: string, bytes: (sample: MemorySample) => number): Figure[] => {
    const first = quantile(memory.slice(0, third).map(bytes), 0.5);
    const last = quantile(memory.slice(-third).map(bytes), 0.5);
    return [
      told(`${what}, first third, MB`, rounded(first / MIB)),
      { what: `${what}, last third ÷ first`, measured: rounded(last / first), goal: FLAT },
    ];
  };
  return [
    told('results that came', all.length),
    // Those of tasks that never began are lost, too.
    exactly('lost', Math.max(count('lost'), planned - all.length)),
    exactly('twice', count('twice')),
    exactly('astray', count('astray')),
    exactly('frames refused', count('refused')),
    exactly('deliveries not finalized in the store', planned - finalized),
    exactly('frames left in the outbox', unacked),
    told('wait of a result, median, ms', rounded(quantile(all, 0.5))),
    told('wait of a result, p99, ms', rounded(quantile(all, 0.99))),
    {
      what: 'slowest browser ÷ median, of their median waits',
      measured: rounded(Math.max(...medians) / quantile(medians, 0.5)),
      goal: SLOWEST_TO_MEDIAN,
    },
    ...flat('resident memory', ({ rssBytes }) => rssBytes),
    ...flat('heap', ({ heapBytes }) => heapBytes),
  ];
}

/** Is it within its goal? One that has none always is. */
export function isReached({ measured, goal }: Figure): boolean {
  // A number that is none is within nothing.
  return goal === null || measured <= goal;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
