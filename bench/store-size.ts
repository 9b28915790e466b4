import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDataDir } from '../conductor/src/data-dir.ts';
import { openDatabase } from '../conductor/src/stores/sqlite/open-database.ts';
import { mergeSegments } from '../conductor/src/stores/sqlite/search-index.ts';
import { type Lanes, openLanes } from './baton/open-lanes.ts';
import {
  type ConductorUnderLoad,
  startConductorUnderLoad,
} from './baton/start-conductor-under-load.ts';
import { fillStore } from './fill-store.ts';
import { median, rounded } from './median.ts';

const SIZES = [
  { jobs: 1_000, conversations: 20 },
  { jobs: 100_000, conversations: 2_000 },
  { jobs: 1_000_000, conversations: 10_000 },
];
const CYCLES = 300;
const LANES = 32;
const MIB = 2 ** 20;

interface AtSize {
  readonly cycle_ms: number;
  /** Divided by that of the smallest store in the same round; the median of it. */
  readonly cycle_ratio: number;
  /** From the start of the process until it listens. */
  readonly start_up_ms: number;
  /** The part of it that is not the same without any data: opening, migrating, recovering. */
  readonly start_up_over_smallest_ms: number;
  /** Resident, after the load. */
  readonly memory_mb: number;
  readonly file_mb: number;
}

export type GrowthResult = Readonly<Record<string, AtSize>>;

interface Store {
  readonly jobs: number;
  readonly conductor: ConductorUnderLoad;
  readonly lanes: Lanes;
  readonly fileMb: number;
  readonly cycleMs: number[];
  readonly startMs: number[];
}

/** The durable cycle, start-up, memory and file with ever more jobs in the store, the sizes in turn. */
export async function measureStoreSize(rounds: number): Promise<GrowthResult> {
  const dir = mkdtempSync(join(tmpdir(), 'baton-bench-stores-'));
  const stores: Store[] = [];
  try {
    // All of them first: filling one keeps this process from answering any conductor's ping.
    for (const size of SIZES) {
      const dataDir = openDataDir(join(dir, String(size.jobs)));
      const db = openDatabase(dataDir.databaseFile);
      fillStore(db.$client, size);
      await mergeSegments(db.$client);
      db.$client.close();
      dataDir.release();
      console.log(`${size.jobs} jobs are in place`);
    }
    for (const { jobs } of SIZES) {
      const dataDir = join(dir, String(jobs));
      const fileMb = statSync(join(dataDir, 'baton.db')).size / MIB;
      const conductor = await startConductorUnderLoad(dataDir);
      const lanes = await openLanes(conductor, { browsers: 2, lanes: LANES });
      stores.push({ jobs, conductor, lanes, fileMb, cycleMs: [], startMs: [] });
    }
    for (let round = -1; round < rounds; round += 1) {
      for (const { lanes, cycleMs } of stores) {
        const tookMs = (await lanes.cycle(CYCLES)) / CYCLES;
        if (round >= 0) cycleMs.push(tookMs);
      }
    }
    const memory = new Map(stores.map(({ jobs, conductor }) => [jobs, residentMb(conductor.pid)]));
    for (const { lanes } of stores) lanes.close();
    for (let round = -1; round < rounds; round += 1) {
      for (const { conductor, startMs } of stores) {
        await conductor.stop();
        const startedAt = performance.now();
        await conductor.start();
        if (round >= 0) startMs.push(performance.now() - startedAt);
      }
    }
    const [smallest] = stores;
    if (smallest === undefined) throw new Error('no store was made');
    return Object.fromEntries(
      stores.map(({ jobs, cycleMs, startMs, fileMb }) => [
        jobs,
        {
          cycle_ms: rounded(median(cycleMs)),
          cycle_ratio: rounded(
            median(cycleMs.map((ms, round) => ms / (smallest.cycleMs[round] ?? ms))),
          ),
          start_up_ms: rounded(median(startMs)),
          start_up_over_smallest_ms: rounded(
            median(startMs.map((ms, round) => ms - (smallest.startMs[round] ?? ms))),
          ),
          memory_mb: memory.get(jobs) ?? 0,
          file_mb: rounded(fileMb),
        },
      ]),
    );
  } finally {
    for (const { lanes, conductor } of stores) {
      lanes.close();
      await conductor.stop();
    }
    rmSync(dir, { recursive: true, force: true });
  }
}

/** As the system counts it: what it would get back if the process ended, shared pages among it. */
function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return rounded(Number(kib) / 1_024);
}
