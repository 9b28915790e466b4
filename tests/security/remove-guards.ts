import { availableParallelism } from 'node:os';

import { BROWSER_GUARDS } from './browser-guards.ts';
import { openGuardBench } from './guard-bench.ts';
import { GUARDS } from './guards.ts';

/**
 * `npm run security:guards [-- <name> …]`: takes one guard after the other out of a copy of the tree, and shows that
 * its test passes with it and fails without it. Exit code 1 where one does not. `npm run security:guards:browser` does
 * the same with the guards whose tests need the built extension and a browser.
 */
const isBrowser = process.argv.includes('--browser');
const wanted = process.argv.slice(2).filter((arg) => arg !== '--browser');
const guards = (isBrowser ? BROWSER_GUARDS : GUARDS).filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
const queue = [...Map.groupBy(guards, ({ test }) => test).values()];

let shown = 0;

/** Takes test files off the queue until it is empty. */
async function work(): Promise<void> {
  const bench = openGuardBench(isBrowser);
  try {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
      for await (const { guard, verdict } of bench.show(group)) {
        if (verdict === 'fails without it') shown += 1;
        console.log(`${guard.name.padEnd(22)} ${verdict.padEnd(18)} ${guard.test}`);
      }
    }
  } finally {
    bench.close();
  }
}

/** Without its guard, a test often waits in vain for what does not come: more run than there are cores. */
const PER_CORE = 3;

// Two browsers at once would get in each other's way.
const workers = isBrowser ? 1 : Math.min(PER_CORE * availableParallelism(), queue.length);
await Promise.all(Array.from({ length: workers }, () => work()));
console.log(`${guards.length} guards, ${shown} shown, ${guards.length - shown} not`);
process.exitCode = shown === guards.length && shown > 0 ? 0 : 1;
