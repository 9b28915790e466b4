import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { z } from 'zod';

import type { InstalledPeers } from './install-peers.ts';

/** Work that a peer is told to do, and how long its text is. */
interface Load {
  readonly jobs: number;
  readonly text: string;
}

/** A peer's process. */
export interface Peer {
  /** As many jobs under way as `inFlight` says, each added, processed and completed. In milliseconds. */
  cycle(load: Load & { readonly inFlight: number }): Promise<number>;
  /** One job at a time, from its add to its processor. In milliseconds. */
  reaction(load: Load): Promise<readonly number[]>;
  stop(): Promise<void>;
}

const Cycled = z.object({ elapsedMs: z.number() });
const Reacted = z.object({ tookMs: z.array(z.number()) });

export async function startPeer(
  name: 'bullmq' | 'plainjob',
  { dir }: InstalledPeers,
  redisSocket: string,
): Promise<Peer> {
  const child = fork(join(dir, `${name}-peer.mjs`), [], {
    cwd: dir,
    execArgv: [],
    env: { ...process.env, REDIS_SOCKET: redisSocket },
  });
  const exited = once(child, 'exit');
  /** Whatever comes first: an answer, or the end of the process. */
  async function answer(): Promise<unknown> {
    const first = await Promise.race([once(child, 'message'), exited.then(() => null)]);
    if (first === null) throw new Error(`${name} ended before it answered.`);
    return first[0];
  }
  async function ask(order: string, load: Load): Promise<unknown> {
    child.send({ order, ...load });
    return answer();
  }
  await answer();
  return {
    cycle: async (load) => Cycled.parse(await ask('cycle', load)).elapsedMs,
    reaction: async (load) => Reacted.parse(await ask('reaction', load)).tookMs,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
