import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const ENTRY = new URL('conductor-killed-at.ts', import.meta.url).pathname;

/** A conductor in a process of its own. */
export interface DoomedConductor {
  readonly child: ChildProcess;
  readonly url: string;
}

/**
 * Starts the conductor of `conductor-killed-at.ts`. Null: it was killed before it listened.
 *
 * @param killAt The commit after which it kills itself, from 1; 0: none.
 */
export async function startConductorKilledAt(
  dataDir: string,
  killAt: number,
  { port = 0, args = [] }: { readonly port?: number; readonly args?: readonly string[] } = {},
): Promise<DoomedConductor | null> {
  const child = spawn(
    process.execPath,
    [ENTRY, '--port', String(port), '--data-dir', dataDir, ...args],
    {
      env: { ...process.env, KILL_AT: String(killAt) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const first = await Promise.race([line, once(child, 'exit').then(() => null)]);
  return first === null ? null : { child, url: (JSON.parse(first[0]) as { url: string }).url };
}
