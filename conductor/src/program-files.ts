import { fileURLToPath } from 'node:url';

/** Bundled, all of the conductor is one file of JavaScript, and this module is in it. */
const isBundled = import.meta.url.endsWith('.js');

/** Where a file lies: beside the bundle, or in the sources. */
const at = (bundled: string, source: string): string =>
  fileURLToPath(new URL(isBundled ? bundled : source, import.meta.url));

export const MIGRATIONS = at('./migrations', '../migrations');

/** As much ours as the programs are: what lies there is run, so it may not be a folder that others can write to. */
export const COMPILE_CACHE = at('./.cache', '../../.cache/compile');

/** What `node` runs. */
export const CONDUCTOR = at('./conductor.js', './main.ts');
export const MCP_SERVER = at('./mcp-server.js', './edges/mcp/stdio-main.ts');
