import { BROWSER_NAMES } from '../../launcher/find-browser.ts';

/** Where `npm test` takes a sample of what the long tests do in every browser. */
const SAMPLE = 'chromium';
const isLong = process.env['BATON_LONG_TESTS'] !== undefined;
/** `npm run security` and the runs that take guards out leave no browser out. */
const isWhole = process.env['BATON_SECURITY'] === 'long';

/**
 * For files with many tests of one page: `npm test` runs them in one browser, and a file of `tests/long/` that imports
 * them in the others.
 */
export const SAMPLED_BROWSERS = BROWSER_NAMES.filter(
  (name) => isWhole || (name === SAMPLE) !== isLong,
);
