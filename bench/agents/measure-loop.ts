import { statSync } from 'node:fs';
import { join } from 'node:path';

import { processorMs } from '../face/idle-cost.ts';
import { median, rounded } from '../median.ts';
import { type BenchAgents, sayNotes, startAgents } from './start-agents.ts';
import type { Looped, LoopPeer } from './start-loop-peer.ts';

const STEPS = 200;

interface LoopOf {
  /** Medians of the rounds. `cpu`: what its process takes of the processor, which other programs hardly change. */
  readonly ms_a_step: number;
  readonly cpu_ms_a_step: number;
  /** Kilobytes that a run adds to the files on disk. */
  readonly kb: number;
}

export type LoopResult = Readonly<Record<string, LoopOf>> & {
  /** The same, of half as many steps. */
  readonly baton_half: LoopOf;
};

/** The programs in turn, so that what else runs on the machine falls on all of them. */
export async function measureLoop(
  peers: Readonly<Record<string, LoopPeer>>,
  rounds: number,
): Promise<LoopResult> {
  const agents = await startAgents();
  try {
    const runs = new Map<string, Looped[]>();
    const note = (name: string, one: Looped): void =>
      void runs.set(name, [...(runs.get(name) ?? []), one]);
    // What is loaded at the first run is measured with what waits.
    await loop(agents, 3);
    for (let round = 0; round < rounds; round += 1) {
      note('baton', await loop(agents, STEPS));
      note('baton_half', await loop(agents, STEPS / 2));
      for (const [name, peer] of Object.entries(peers)) {
        agents.say = sayNotes(STEPS);
        const order = { steps: STEPS, run: `run-${round}`, baseURL: agents.model.url };
        note(name, await peer.run(order));
      }
    }
    const resultOf = (name: string, steps: number): LoopOf => {
      const all = runs.get(name) ?? [];
      return {
        ms_a_step: rounded(median(all.map(({ ms }) => ms)) / steps),
        cpu_ms_a_step: rounded(median(all.map(({ cpuMs }) => cpuMs)) / steps),
        kb: rounded(median(all.map(({ bytes }) => bytes)) / 1_024),
      };
    };
    const names = ['baton', ...Object.keys(peers)];
    return {
      ...Object.fromEntries(names.map((name) => [name, resultOf(name, STEPS)])),
      baton_half: resultOf('baton_half', STEPS / 2),
    };
  } finally {
    await agents.stop();
  }
}

async function loop(agents: BenchAgents, steps: number): Promise<Looped> {
  agents.say = sayNotes(steps);
  const session = await agents.open();
  const before = bytesOf(agents);
  const cpuBefore = processorMs(agents.conductor.pid);
  const startedAt = performance.now();
  const { reply } = await agents.turn(session, 'Go.');
  const ms = performance.now() - startedAt;
  const cpuMs = processorMs(agents.conductor.pid) - cpuBefore;
  if (reply?.text !== 'Done.') throw new Error('The run has not ended as it was to.');
  return { ms, cpuMs, bytes: bytesOf(agents) - before };
}

/** Returns the size of the pages in use, as the file grows in larger steps. */
function bytesOf({ conductor }: BenchAgents): number {
  const [row] = conductor.query(
    'select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size',
  );
  return Number(row?.['bytes'] ?? statSync(join(conductor.dataDir, 'baton.db')).size);
}
