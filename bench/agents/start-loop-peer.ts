import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { z } from 'zod';

import type { InstalledPeers } from '../peers/install-peers.ts';

/** Programs that have a model call a tool again and again, by the names under which their numbers stand. */
export const PEER_SCRIPTS = {
  langgraph: 'langgraph-peer.mjs',
  mastra: 'mastra-peer.mjs',
  openai_agents: 'openai-peer.mjs',
  bare: 'aisdk-peer.mjs',
} as const;

export const LOOP_PEERS = {
  packages: {
    '@ai-sdk/openai-compatible': '3.0.92',
    '@langchain/core': '1.4.0',
    '@langchain/langgraph': '1.7.3',
    '@langchain/langgraph-checkpoint-sqlite': '1.0.4',
    '@mastra/core': '1.71.0',
    '@mastra/libsql': '1.23.1',
    '@openai/agents': '0.20.0',
    ai: '7.0.173',
    zod: '4.6.7',
  },
  // The one that LangGraph asks for by itself is built where it is installed.
  overrides: { 'better-sqlite3': '13.2.0' },
  scripts: ['loop-peer.mjs', ...Object.values(PEER_SCRIPTS)],
};

const Looped = z.object({ ms: z.number(), cpuMs: z.number(), bytes: z.number() });

const Ended = z.object({ lost: z.number() });

/** Cost of one run: wall time, processor time and disk. */
export type Looped = z.output<typeof Looped>;

interface Order {
  readonly steps: number;
  readonly baseURL: string;
}

/** A peer's process, which has a model call a tool at each of so many steps. */
export interface LoopPeer {
  /** @param order With a name that no other run of it has. */
  run(order: Order & { readonly run: string }): Promise<Looped>;
  /**
   * Many runs side by side, each of whose steps adds a line to the file `effects`. `isAgain`: the process before was killed
   * over them; how many of them nothing was left of, so that they begin anew. Null: it was killed.
   */
  runAll(
    order: Order & {
      readonly runs: readonly string[];
      readonly effects: string;
      readonly isAgain: boolean;
    },
  ): Promise<z.output<typeof Ended> | null>;
  kill9(): Promise<void>;
  stop(): Promise<void>;
}

export async function startLoopPeer(
  script: (typeof PEER_SCRIPTS)[keyof typeof PEER_SCRIPTS],
  { dir }: Pick<InstalledPeers, 'dir'>,
): Promise<LoopPeer> {
  const child = fork(join(dir, script), [], { cwd: dir, execArgv: [] });
  const exited = once(child, 'exit');
  let isKilled = false;
  async function answer(): Promise<unknown> {
    const first = await Promise.race([once(child, 'message'), exited.then(() => null)]);
    if (first === null && !isKilled) throw new Error(`${script} ended before it answered.`);
    return first?.[0] ?? null;
  }
  await answer();
  return {
    async run(order) {
      child.send(order);
      return Looped.parse(await answer());
    },
    async runAll(order) {
      child.send(order);
      return Ended.nullable().parse(await answer());
    },
    async kill9() {
      isKilled = true;
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
