import module from 'node:module';

import { COMPILE_CACHE } from './program-files.ts';

// What an earlier start has compiled is taken from there. A folder that cannot be written to is done without.
module.enableCompileCache(COMPILE_CACHE);
// What a file imports is loaded before its first line runs: all else comes after.
const { runConductor } = await import('./run-conductor.ts');
await runConductor(process.argv.slice(2), process.env);
