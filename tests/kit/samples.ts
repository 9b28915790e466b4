import { test } from 'vitest';

import { BROWSER_NAMES } from '../../launcher/find-browser.ts';

/** `npm run security` and the runs that take guards out leave nothing out, and neither do the long tests. */
const isWhole =
  process.env['BATON_LONG_TESTS'] !== undefined || process.env['BATON_SECURITY'] === 'long';

/** For files with many tests of one page: `npm test` runs them in one browser, a file of `tests/long/` in each. */
export const SAMPLED_BROWSERS = isWhole ? BROWSER_NAMES : (['chromium'] as const);

/** Rows that differ in one value, of which `npm test` takes these, by their place. */
export function sampled<Row>(rows: readonly Row[], ...places: readonly number[]): readonly Row[] {
  return isWhole ? rows : rows.filter((_, index) => places.includes(index));
}

/** A test that `npm test` leaves out, where others of its file come by the same ways. */
export const longTest: (title: string, run: () => Promise<void> | void) => void = isWhole
  ? test
  : () => undefined;
