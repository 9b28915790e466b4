import { between, browserOf, type InjectFault } from './fault.ts';

/** The conductor has given the browser up while the browser still believes in the link. */
export const halfOpenLink: InjectFault = (world, which, size) => {
  browserOf(world, which).browser.link.halfOpen(between(size, 1_000, 120_000));
};
