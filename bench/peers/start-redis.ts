import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { waitUntil } from '../../launcher/wait-until.ts';

export interface Redis {
  readonly version: string;
  /** A Unix socket: nobody else on the machine reaches it, and it is the fastest way in. */
  readonly socket: string;
  stop(): Promise<void>;
}

/** A Redis of our own with `appendfsync everysec`, in a folder that goes with it. */
export async function startRedis(): Promise<Redis> {
  let said: string;
  try {
    said = execFileSync('redis-server', ['--version'], { encoding: 'utf8' });
  } catch (cause) {
    throw new Error('redis-server is missing: apt-get install redis-server', { cause });
  }
  const dir = mkdtempSync(join(tmpdir(), 'baton-bench-redis-'));
  const socket = join(dir, 'redis.sock');
  const settings = ['--port', '0', '--unixsocket', socket, '--dir', dir, '--save', ''];
  const child = spawn(
    'redis-server',
    [...settings, '--appendonly', 'yes', '--appendfsync', 'everysec'],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  await waitUntil('Redis to listen', 10_000, async () => (existsSync(socket) ? true : null));
  return {
    version: /v=([\d.]+)/.exec(said)?.[1] ?? said.trim(),
    socket,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
