import { installPeers } from '../peers/install-peers.ts';
import { type LoopResult, measureLoop } from './measure-loop.ts';
import { type FirstWordResult, measureFirstWord } from './measure-first-word.ts';
import { type WorkerResult, measureWorker } from './measure-worker.ts';
import { LOOP_PEERS, startLoopPeer } from './start-loop-peer.ts';

export interface AgentsResult {
  readonly versions: Readonly<Record<string, string>>;
  /** A run of 200 tool steps with a model that answers at once. */
  readonly loop: LoopResult;
  readonly first_word: FirstWordResult;
  readonly worker: WorkerResult;
}

/** What agents cost: a step of a long run beside LangGraph's and a loop that keeps nothing, and what waits. */
export async function measureAgents(rounds: number): Promise<AgentsResult> {
  const installed = installPeers(LOOP_PEERS);
  const ends: (() => unknown)[] = [() => installed.remove()];
  try {
    const langgraph = await startLoopPeer('langgraph-peer.mjs', installed);
    ends.push(() => langgraph.stop());
    const bare = await startLoopPeer('aisdk-peer.mjs', installed);
    ends.push(() => bare.stop());
    return {
      versions: installed.versions,
      loop: await measureLoop({ langgraph, bare }, rounds),
      first_word: await measureFirstWord(),
      worker: await measureWorker(),
    };
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
