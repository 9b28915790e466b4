import { between, browserOf, type InjectFault } from './fault.ts';

export const closePage: InjectFault = (world, which, size) => {
  const { browser, rest } = browserOf(world, which);
  return browser.closePage(rest, between(size, 500, 60_000));
};
