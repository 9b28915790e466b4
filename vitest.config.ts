import { defineConfig } from 'vitest/config';

const BROWSER_TESTS = ['tests/**/*.browser.test.ts', 'tests/e2e/**/*.test.ts'];
const STATIC_TESTS = ['tests/architecture/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...BROWSER_TESTS, ...STATIC_TESTS],
          testTimeout: 20_000,
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
        // One browser at a time: two on a small machine make each other late.
        test: {
          name: 'browser',
          include: BROWSER_TESTS,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
