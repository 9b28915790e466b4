import { loadSparingly } from './startup-cache.ts';

// What a file imports is loaded before its first line runs: all else comes after.
loadSparingly();
const { runConductor } = await import('./run-conductor.ts');
await runConductor(process.argv.slice(2), process.env);
