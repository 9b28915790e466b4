import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** How a whole run ended. */
export interface TestTally {
  readonly passed: number;
  /** Failed tests, and whatever else went wrong: a file that does not load, a failed hook, an error nobody awaited. */
  readonly failed: number;
  readonly skipped: number;
}

/** A vitest reporter that counts and says nothing; `tally` is null until the run has ended. */
export class CountingReporter implements Reporter {
  tally: TestTally | null = null;

  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    unhandledErrors: ReadonlyArray<SerializedError>,
  ): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // A test still pending when all is over never ran, which must not look like success.
        counts[state === 'pending' ? 'failed' : state] += 1;
      }
    }
    this.tally = counts;
  }
}

/** The line a run ends with: `12 passed, 0 failed`, and `, 3 skipped` only where there are any. */
export function tallyLine({ passed, failed, skipped }: TestTally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
