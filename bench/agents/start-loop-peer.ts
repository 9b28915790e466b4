import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { z } from 'zod';

import type { InstalledPeers } from '../peers/install-peers.ts';

export const LOOP_PEERS = {
  packages: {
    '@ai-sdk/openai-compatible': '3.0.92',
    '@langchain/core': '1.4.0',
    '@langchain/langgraph': '1.7.3',
    '@langchain/langgraph-checkpoint-sqlite': '1.0.4',
    ai: '7.0.173',
    zod: '4.6.7',
  },
  // The one that it asks for by itself is built where it is installed.
  overrides: { 'better-sqlite3': '13.2.0' },
  scripts: ['langgraph-peer.mjs', 'aisdk-peer.mjs'],
};

const Looped = z.object({ ms: z.number(), bytes: z.number() });

/** What one run took, and what it left on disk. */
export type Looped = z.output<typeof Looped>;

/** A peer's process, which has a model call a tool at each of so many steps. */
export interface LoopPeer {
  run(order: {
    readonly steps: number;
    /** A name that no other run of it has. */
    readonly run: string;
    readonly baseURL: string;
  }): Promise<Looped>;
  stop(): Promise<void>;
}

export async function startLoopPeer(
  script: 'langgraph-peer.mjs' | 'aisdk-peer.mjs',
  { dir }: Pick<InstalledPeers, 'dir'>,
): Promise<LoopPeer> {
  const child = fork(join(dir, script), [], { cwd: dir, execArgv: [] });
  const exited = once(child, 'exit');
  async function answer(): Promise<unknown> {
    const first = await Promise.race([once(child, 'message'), exited.then(() => null)]);
    if (first === null) throw new Error(`${script} ended before it answered.`);
    return first[0];
  }
  await answer();
  return {
    async run(order) {
      child.send(order);
      return Looped.parse(await answer());
    },
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
