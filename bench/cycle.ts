import { openLanes, PAYLOAD } from './baton/open-lanes.ts';
import { startConductorUnderLoad } from './baton/start-conductor-under-load.ts';
import { median, rounded } from './median.ts';
import type { Peers } from './peers/start-peers.ts';

const BROWSERS = 4;
/** Jobs under way at once, here and at the peers. */
const IN_FLIGHT = 64;
const CYCLES = 1_000;
/** They are done sooner. */
const PEER_JOBS = 4_000;

export interface CycleResult {
  readonly in_flight: number;
  /** Medians over the rounds, in cycles (Baton) or jobs (peers) per second. */
  readonly per_second: Readonly<Record<'baton' | 'bullmq' | 'plainjob', number>>;
  /** Baton's rate divided by the peer's, in the same round: the median of that. */
  readonly ratio_to: Readonly<Record<'bullmq' | 'plainjob', number>>;
  readonly rounds: readonly Readonly<Record<'baton' | 'bullmq' | 'plainjob', number>>[];
}

/**
 * final_message ▸ instruction ▸ job ▸ dispatched ▸ acked ▸ finalized, against add ▸ process ▸ complete. Throws where a
 * cycle did not come through whole.
 */
export async function measureCycle(
  { bullmq, plainjob }: Peers,
  count: number,
): Promise<CycleResult> {
  const conductor = await startConductorUnderLoad();
  try {
    const lanes = await openLanes(conductor, { browsers: BROWSERS, lanes: IN_FLIGHT });
    const load = { text: PAYLOAD, inFlight: IN_FLIGHT };
    const run = async (scale: number) => ({
      baton: perSecond(CYCLES * scale, await lanes.cycle(CYCLES * scale)),
      bullmq: perSecond(
        PEER_JOBS * scale,
        await bullmq.cycle({ jobs: PEER_JOBS * scale, ...load }),
      ),
      plainjob: perSecond(
        PEER_JOBS * scale,
        await plainjob.cycle({ jobs: PEER_JOBS * scale, ...load }),
      ),
    });
    const warmUp = 0.5;
    await run(warmUp);
    const rounds: Awaited<ReturnType<typeof run>>[] = [];
    for (let round = 0; round < count; round += 1) rounds.push(await run(1));
    const [finalized] = conductor.query(
      `select count(*) as n from delivery_jobs where status = 'finalized'`,
    );
    if (finalized?.['n'] !== CYCLES * (count + warmUp))
      throw new Error(
        `${String(finalized?.['n'])} jobs were finalized, not all that were asked for`,
      );
    lanes.close();
    const rate = (name: keyof (typeof rounds)[number]) =>
      rounded(median(rounds.map((round) => round[name])));
    const ratio = (name: 'bullmq' | 'plainjob') =>
      rounded(median(rounds.map((round) => round.baton / round[name])));
    return {
      in_flight: IN_FLIGHT,
      per_second: { baton: rate('baton'), bullmq: rate('bullmq'), plainjob: rate('plainjob') },
      ratio_to: { bullmq: ratio('bullmq'), plainjob: ratio('plainjob') },
      rounds,
    };
  } finally {
    await conductor.dispose();
  }
}

function perSecond(count: number, elapsedMs: number): number {
  return rounded((count / elapsedMs) * 1_000);
}
