import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { onTestFinished } from 'vitest';

import { bundleEntry } from './bundle-entry.ts';

/** A conductor in a process of its own, which ends with the test. */
export interface DoomedConductor {
  readonly child: ChildProcess;
  readonly url: string;
  /** Resolves when it has died, or was ended. */
  readonly exit: Promise<unknown>;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/**
 * Starts the conductor of `conductor-killed-at.ts`. Null: it was killed before it listened.
 *
 * @param killAt The commit after which it kills itself, from 1; 0: none.
 */
export async function startConductorKilledAt(
  dataDir: string,
  killAt: number,
  port = 0,
): Promise<DoomedConductor | null> {
  const entry = await bundleEntry('tests/kit/conductor-killed-at.ts');
  const child = spawn(
    process.execPath,
    [entry, '--port', String(port), '--data-dir', dataDir, '--pacing', 'off'],
    {
      env: { ...process.env, KILL_AT: String(killAt) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const first = await Promise.race([line, exit.then(() => null)]);
  if (first === null) return null;
  return {
    child,
    url: (JSON.parse(first[0]) as { url: string }).url,
    exit,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** The same, which dies by no commit. */
export async function startLastingConductor(dataDir: string, port = 0): Promise<DoomedConductor> {
  const started = await startConductorKilledAt(dataDir, 0, port);
  if (started === null) throw new Error('the conductor did not start');
  return started;
}
