import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { EnvironmentOrder } from './tests/runner/environment-order.ts';

// Some hundred processes are started by tests: each would compile the same files anew.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/baton-tests');

const BROWSER_TESTS = ['tests/**/*.browser.test.ts', 'tests/e2e/**/*.test.ts'];
const STATIC_TESTS = ['tests/architecture/**/*.test.ts'];
/** Bundles programs that tests start as processes, so that they run as people run them. */
const BUNDLE = 'tests/kit/bundle-programs.ts';
/** Minutes, not seconds: run by a command of their own. */
const LONG_TESTS = ['tests/long/**/*.test.ts'];

/** More than there are cores: many tests wait, for a browser or for times to pass, and leave a core idle. */
const WORKERS = availableParallelism() + 3;

/** A poll waits for something to come: how long that takes is the machine's matter, so far more than it ever does. */
const PATIENT_POLL = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    sequence: { sequencer: EnvironmentOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...BROWSER_TESTS, ...STATIC_TESTS, ...LONG_TESTS],
          globalSetup: BUNDLE,
          // Files of one worker share what they import: to load and compile it for each took half of the whole time.
          isolate: false,
          maxWorkers: WORKERS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: PATIENT_POLL,
        },
      },
      {
        // Compilers and linters over the whole tree, beside the unit tests: two of the heaviest take 3 GB together.
        test: {
          name: 'static',
          include: STATIC_TESTS,
          maxWorkers: WORKERS,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: BROWSER_TESTS,
          isolate: false,
          globalSetup: [BUNDLE, 'tests/kit/build-for-browsers.ts'],
          // Beside the unit tests: much of its time each waits for its browser.
          maxWorkers: WORKERS,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: PATIENT_POLL,
        },
      },
      {
        test: {
          name: 'long',
          include: LONG_TESTS,
          env: { BATON_LONG_TESTS: '1' },
          globalSetup: [BUNDLE, 'tests/kit/build-for-browsers.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 180_000,
          expect: PATIENT_POLL,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
