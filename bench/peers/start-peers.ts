import { installPeers } from './install-peers.ts';
import { type Peer, startPeer } from './start-peer.ts';
import { startRedis } from './start-redis.ts';

const QUEUES = {
  packages: {
    bullmq: '6.7.0',
    ioredis: '6.0.0',
    plainjob: '0.0.14',
    // The SQLite engine is the one Baton has, so that what differs is not the engine.
    'better-sqlite3': '13.2.0',
  },
  scripts: ['bullmq-peer.mjs', 'plainjob-peer.mjs'],
};

/** Who Baton is measured against, running. */
export interface Peers {
  readonly bullmq: Peer;
  readonly plainjob: Peer;
  readonly versions: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startPeers(): Promise<Peers> {
  const ends: (() => unknown)[] = [];
  async function stop(): Promise<void> {
    for (const end of ends.toReversed()) await end();
  }
  try {
    const installed = installPeers(QUEUES);
    ends.push(() => installed.remove());
    const redis = await startRedis();
    ends.push(() => redis.stop());
    const bullmq = await startPeer('bullmq', installed, redis.socket);
    ends.push(() => bullmq.stop());
    const plainjob = await startPeer('plainjob', installed, redis.socket);
    ends.push(() => plainjob.stop());
    return { bullmq, plainjob, versions: { ...installed.versions, redis: redis.version }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
