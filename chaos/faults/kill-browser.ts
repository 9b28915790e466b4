import { between, browserOf, type InjectFault } from './fault.ts';

/** Down for less and for more than its jobs' lease. */
export const killBrowser: InjectFault = (world, which, size) =>
  browserOf(world, which).browser.kill(between(size * size, 200, 90_000));
