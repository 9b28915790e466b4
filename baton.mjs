#!/usr/bin/env node
// `baton` from anywhere: bootstrap.mjs takes the entry as its first argument.
process.argv.splice(2, 0, 'conductor/src/cli/main.ts');
await import('./bootstrap.mjs');
