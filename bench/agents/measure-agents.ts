import { installPeers } from '../peers/install-peers.ts';
import { type LoopResult, measureLoop } from './measure-loop.ts';
import { type FirstWordResult, measureFirstWord } from './measure-first-word.ts';
import { type WorkerResult, measureWorker } from './measure-worker.ts';
import { LOOP_PEERS, type LoopPeer, PEER_SCRIPTS, startLoopPeer } from './start-loop-peer.ts';

export interface AgentsResult {
  readonly versions: Readonly<Record<string, string>>;
  /** A run of 200 tool steps with a model that answers at once. */
  readonly loop: LoopResult;
  readonly first_word: FirstWordResult;
  readonly worker: WorkerResult;
}

/** Measures the cost of agents: a step of a long run beside those of other programs, and waiting runs. */
export async function measureAgents(rounds: number): Promise<AgentsResult> {
  const installed = installPeers(LOOP_PEERS);
  const ends: (() => unknown)[] = [() => installed.remove()];
  try {
    const peers: Record<string, LoopPeer> = {};
    for (const [name, script] of Object.entries(PEER_SCRIPTS)) {
      const peer = await startLoopPeer(script, installed);
      ends.push(() => peer.stop());
      peers[name] = peer;
    }
    return {
      versions: installed.versions,
      loop: await measureLoop(peers, rounds),
      first_word: await measureFirstWord(),
      worker: await measureWorker(),
    };
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
