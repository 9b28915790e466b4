#!/usr/bin/env node
// `baton` from anywhere. A checkout may have to be prepared first; a package holds the bundle, ready to run.
import { existsSync } from 'node:fs';

const OLDEST_NODE = [22, 12];
const [major, minor] = process.versions.node.split('.').map(Number);

if (existsSync(new URL('bootstrap.mjs', import.meta.url))) {
  // It takes the entry as its first argument.
  process.argv.splice(2, 0, 'conductor/src/cli/main.ts');
  await import('./bootstrap.mjs');
} else if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(
    `Baton needs Node ${OLDEST_NODE.join('.')} or newer, and this is ${process.versions.node}: install a newer one.`,
  );
  process.exitCode = 1;
} else {
  await import('./dist/baton.js');
}
