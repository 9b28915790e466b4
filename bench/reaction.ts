import { type Lanes, openLanes, PAYLOAD } from './baton/open-lanes.ts';
import {
  type ConductorUnderLoad,
  startConductorUnderLoad,
} from './baton/start-conductor-under-load.ts';
import { median, quantile, rounded } from './median.ts';
import type { Peers } from './peers/start-peers.ts';

const OPEN = [1, 100, 10_000];
const IN_ROUND = 200;

interface Latency {
  readonly median_ms: number;
  readonly p99_ms: number;
}

export interface ReactionResult {
  readonly in_round: number;
  readonly baton: Readonly<Record<string, Latency>>;
  readonly bullmq: Latency;
  /** Baton's divided by BullMQ's; below 1 is faster. */
  readonly ratio_to_bullmq: Readonly<
    Record<string, { readonly median: number; readonly p99: number }>
  >;
}

/** Frame in ▸ enqueue frame out, one at a time, against BullMQ's add ▸ process. All in turn, a few hundred each. */
export async function measureReaction(
  { bullmq }: Pick<Peers, 'bullmq'>,
  rounds: number,
): Promise<ReactionResult> {
  const running: { open: number; conductor: ConductorUnderLoad; lanes: Lanes; tookMs: number[] }[] =
    [];
  try {
    for (const open of OPEN) {
      const conductor = await startConductorUnderLoad();
      const lanes = await openLanes(conductor, { browsers: 1, lanes: 1, idle: open - 1 });
      running.push({ open, conductor, lanes, tookMs: [] });
    }
    const peerMs: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      for (const { lanes, tookMs } of running) {
        const took = await lanes.react(IN_ROUND);
        if (round >= 0) tookMs.push(...took);
      }
      const took = await bullmq.reaction({ jobs: IN_ROUND, text: PAYLOAD });
      if (round >= 0) peerMs.push(...took);
    }
    const peer = latency(peerMs);
    const baton = running.map(({ open, tookMs }) => [open, latency(tookMs)] as const);
    return {
      in_round: IN_ROUND,
      baton: Object.fromEntries(baton),
      bullmq: peer,
      ratio_to_bullmq: Object.fromEntries(
        baton.map(([open, own]) => [
          open,
          {
            median: rounded(own.median_ms / peer.median_ms),
            p99: rounded(own.p99_ms / peer.p99_ms),
          },
        ]),
      ),
    };
  } finally {
    for (const { conductor, lanes } of running) {
      lanes.close();
      await conductor.dispose();
    }
  }
}

function latency(tookMs: readonly number[]): Latency {
  return { median_ms: rounded(median(tookMs)), p99_ms: rounded(quantile(tookMs, 0.99)) };
}
