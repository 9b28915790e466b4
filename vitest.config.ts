import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Some hundred processes are started by tests: each would compile the same files anew.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/baton-tests');

const BROWSER_TESTS = ['tests/**/*.browser.test.ts', 'tests/e2e/**/*.test.ts'];
const STATIC_TESTS = ['tests/architecture/**/*.test.ts'];
/** Off until the circle closes on both of its pages; without this line it is on. */
const ZOO_SAMPLE = ['tests/zoo/**'];
/** What is started as a process of its own runs as people run it. */
const BUNDLE = 'tests/support/bundle-programs.ts';
/** Minutes, not seconds: run by a command of their own. */
const LONG_TESTS = ['tests/long/**/*.test.ts'];

/** A poll waits for something to come: how long that takes is the machine's matter, so far more than it ever does. */
const PATIENT_POLL = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...BROWSER_TESTS, ...STATIC_TESTS, ...LONG_TESTS],
          globalSetup: BUNDLE,
          // Files of one worker share what they import: to load and compile it for each took half of the whole time.
          isolate: false,
          // Left alone vitest keeps a core free, which is half of a small machine.
          maxWorkers: '100%',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: PATIENT_POLL,
        },
      },
      {
        // Compilers and linters over the whole tree: slow, and heavy on memory when run side by side.
        test: {
          name: 'static',
          include: STATIC_TESTS,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          include: BROWSER_TESTS,
          exclude: ZOO_SAMPLE,
          globalSetup: [BUNDLE, 'tests/support/build-extensions.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: PATIENT_POLL,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'long',
          include: LONG_TESTS,
          globalSetup: [BUNDLE, 'tests/support/build-extensions.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 180_000,
          expect: PATIENT_POLL,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
