import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bundled, a program is one file of JavaScript in dist/, and this module is in it. */
const isBundled = import.meta.url.endsWith('.js');

/** Where a file lies: beside the bundle, or in the sources. */
const at = (bundled: string, source: string): string =>
  fileURLToPath(new URL(isBundled ? bundled : source, import.meta.url));

export const MIGRATIONS = at('./migrations', '../migrations');

/** The agents that are there without anyone having written one. */
export const AGENTS = at('./agents', '../agents');

/** As much ours as the programs are: what lies there is run, so it may not be a folder that others can write to. */
export const COMPILE_CACHE = at('./.cache', '../../.cache/compile');

/** The extension as it was built last: `chromium/`, and `baton-firefox.xpi`. */
export const EXTENSION = at('./extension', '../../dist/extension');

/** The web UI as it was built last: `index.html`, and `assets/`. */
export const FACE = at('./face', '../../dist/face');

/** Programs that `node` runs. */
export const MCP_SERVER = at('./mcp-server.js', './edges/mcp/stdio-main.ts');
export const PLAYGROUND = at('./playground/main.js', '../../playground/main.ts');
export const PLAYGROUND_TOOLS = at(
  './playground/tool-server.js',
  '../../playground/tool-server.ts',
);
export const WORKER = at('./worker.js', '../../worker/main.ts');
const CONDUCTOR = at('./conductor.js', './main.ts');
const BOOTSTRAP = at('../bootstrap.mjs', '../../bootstrap.mjs');

/**
 * V8 sizes the heap's young part for a server, and the old part after it: with 4 MB instead of 16 the conductor keeps to
 * half the memory, and a twentieth more processor time. `npm run conductor` says the same.
 */
export const NODE_FLAGS = ['--max-semi-space-size=4'];

/** The arguments of `node` that run the conductor. */
export const CONDUCTOR_ARGS: readonly string[] = [...NODE_FLAGS, CONDUCTOR];

/** The same for who starts it again and again, over updates: a checkout is prepared first, as its packages may be others. */
export function lastingConductorArgs(): readonly string[] {
  return existsSync(BOOTSTRAP)
    ? [BOOTSTRAP, ...NODE_FLAGS, 'conductor/src/main.ts']
    : CONDUCTOR_ARGS;
}

/** The folder of the worker on this machine. */
export function workerDir(dataDir: string): string {
  return join(dataDir, 'worker');
}
