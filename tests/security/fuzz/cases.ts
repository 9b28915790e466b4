import { timed } from '../../kit/timed.ts';

/** Where a guard was taken out a few more: that it is missed must not hang on luck. */
const FEWEST = process.env['BATON_SECURITY'] === 'long' ? 60 : 30;

/** Cases of each property: few beside the other tests, many in the long run (`npm run security`). */
export const CASES = Number(process.env['BATON_FUZZ_CASES'] ?? FEWEST);

/** The same of a property that is checked for each of some thirty sites: most of what is checked is theirs together. */
export const CASES_EACH = Number(process.env['BATON_FUZZ_CASES'] ?? FEWEST / 5);

/** Room for the cases there are; a case that hangs still ends the test. */
export const LIMIT_MS = 20_000 + CASES * 12;

/** No single case may take longer: the machine may be busy, so it is far more than any takes. */
export const CASE_LIMIT_MS = 2_000;

/** Runs a case against the clock of this thread. */
export function inTime<T>(run: () => T): T {
  const { result, tookMs } = timed(run);
  if (tookMs > CASE_LIMIT_MS) throw new Error(`one case took ${Math.round(tookMs)} ms`);
  return result;
}
